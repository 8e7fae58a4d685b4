/** Our own bonnet at the lower edge; street lamps slide over it. Drawn by the finish, `uPh` is the loop's phase. */
export const HOOD = `uniform float uHood,uPh;
    vec3 over(vec3 c,vec2 u){ if(uHood<=0.) return c;
      vec2 q=(u*2.-1.)*vec2(R.x/R.y,1.);float hy=-1.+uHood-.05*q.x*q.x*uHood*6.+.012*exp(-pow(q.x*1.1,2.));
      float m=1.-smoothstep(-.006,.010,q.y-hy),d=max(hy-q.y,0.);if(m<=0.) return c;
      vec3 h=vec3(.0045,.005,.006)+vec3(.060,.045,.028)*exp(-d*46.)*(.5+.5*cos(q.x*1.3));
      float ph=fract(uPh*4.);float sw=mix(-.9,1.4,ph);
      h+=vec3(1.,.66,.3)*.16*exp(-pow((q.x-.55-.25*ph)*2.2,2.))*exp(-pow((d-.16*ph)*22.,2.))*sin(ph*3.1416);
      float p2=fract(uPh*4.+.5);h+=vec3(1.,.7,.36)*.10*exp(-pow((q.x+.65+.2*p2)*2.4,2.))*exp(-pow((d-.16*p2)*22.,2.))*sin(p2*3.1416);
      return mix(c,h,m);}`;

import { FilmFinish } from "./shared/film-finish.js";
import { createRenderer, Pass, target } from "./shared/webgl.js";

/** Sub-frames per picture. */
const SUB = 3;

/** A message sign of 60 by 60 lamps: a pulse drives up the lane, and a beat rises over the horizon. */
export default function loader(film) {
  const { width, height, frames } = film;
  const R = createRenderer(),
    rt = target(width, height);
  const fin = new FilmFinish(R, width, height, {
    exposure: 1.15,
    contrast: 0.25,
    vignette: 0.35,
    bloom: 0.16,
    threshold: 0.5,
    levels: 5,
    overlay: "vec3 over(vec3 c,vec2 u){return c+vec3(.0030,.0037,.0044);}",
  });
  const pass = new Pass(
    `uniform float ph;
    float h1(vec2 p){vec3 q=fract(vec3(p.xyx)*.1031);q+=dot(q,q.yzx+33.33);return fract((q.x+q.y)*q.z);}
    const float N=60.;
    float road(vec2 p){          // p: -1..1, y up. The picture the sign shows, before it falls into lamps.
      float hor=.34;float v=0.;
      if(p.y<hor){
        float z=.62/(hor-p.y);float x=p.x*z;float w=1.-smoothstep(7.,22.,z);
        float tr=ph*6.;
        float near=.014+.012*z;
        float dash=step(fract(z*1.05+tr),.45);
        v=max(v,(1.-smoothstep(.030,.040+near,abs(x)))*dash*w);                                  // centre dashes
        v=max(v,.5*(1.-smoothstep(.006,.010+near,abs(abs(x)-.43)))*w);                          // edges
        float pu=fract(ph*2.);float front=mix(.2,15.,pu*pu*.9+pu*.1);                      // the pulse drives away
        float dz=z-front;float tail=exp(-abs(dz)*(dz>0.?9.:.9))*(1.-pu*.5);
        v=max(v,tail*(1.-smoothstep(.39,.42,abs(x)))*.40*w);
        v=max(v,tail*1.5*(1.-smoothstep(.030,.040+near,abs(x)))*w);
        v+=.04*(1.-smoothstep(.40,.43,abs(x)))*w;
      } else {
        float u=fract(ph*2.+.02);                                                        // it arrives: a beat over the horizon
        float r=length((p-vec2(0.,hor))*vec2(1.,1.15));
        float arrive=smoothstep(.80,1.0,u)+smoothstep(.42,.0,u);
        float wave=fract(ph*2.+.12);float rad=wave*1.25;
        v+=.85*exp(-pow((r-rad)*9.,2.))*(1.-wave)*(1.-wave)*smoothstep(.0,.10,p.y-hor+.05);
        v+=.55*exp(-r*7.)*(.35+.65*arrive);
      }
      // horizon hairline
      v=max(v,.22*smoothstep(.02,.0,abs(p.y-hor-.004)));
      return v;
    }
    void main(){
      vec2 g=u*N,id=floor(g),f=fract(g)-.5;vec2 p=(id+.5)/N*2.-1.;
      float v=clamp(road(p),0.,1.6);
      float k=.90+.14*h1(id);
      float lit=pow(v,1.25)*k;
      float d=length(f);
      float led=smoothstep(.36,.24,d),core=smoothstep(.22,.02,d);
      vec3 amber=vec3(1.,.42,.022);
      vec3 c=vec3(.012,.0125,.0135)*led*(.8+.4*smoothstep(.4,-.4,f.y));       // dark lamps show their glass
      c+=amber*led*lit*1.5+vec3(1.,.78,.32)*core*lit*lit*1.1;
      c+=amber*lit*.05*(1.-smoothstep(.2,.7,d));
      float e=max(abs(p.x),abs(p.y));c*=1.-.0*e;
      // the panel is made of modules
      vec2 m=abs(fract(u*4.)-.5);c*=1.-.35*smoothstep(.4955,.4990,max(m.x,m.y));
      gl_FragColor=vec4(c,1.);}`,
    { ph: { value: 0 } },
  );
  function draw(i) {
    fin.begin();
    for (let s = 0; s < SUB; s++) {
      pass.u.ph.value = ((((i + (s / SUB) * 0.6) / frames) % 1) + 1) % 1;
      pass.run(R, rt);
      fin.sub(rt, 1 / SUB);
    }
    return fin.end();
  }
  return { draw };
}

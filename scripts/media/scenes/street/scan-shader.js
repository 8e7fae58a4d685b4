import * as THREE from "three";

/**
 * What is lit is decided per frame: the rings of the live scan (elevation seen from the sensor), the
 * turning beam, and a front where the map grows.
 */
export const SCAN = `attribute vec3 aD;uniform float uRot,uS,uPh,uMine;uniform vec3 uE;varying vec3 vC;
    void main(){
      vec4 w=modelMatrix*vec4(position,1.);vec4 v=viewMatrix*w;float d=-v.z;
      vec3 q=w.xyz-uE;float rr=length(q.xz),el=atan(q.y,rr),az=atan(q.x,-q.z)/6.28318+.5;
      float k=aD.x;vec3 c;
      vec3 RAD=vec3(.115,.62,.55),AMB=vec3(1.,.48,.011),WHI=vec3(.9,.87,.79),VIO=vec3(.25,.29,1.);
      if(k<.5) c=RAD*.50;else if(k<1.5){float t=clamp(w.y/19.,0.,1.);c=mix(RAD,VIO,t*t*.75+t*.2)*.52;}
      else if(k<2.5) c=WHI*.62;else if(k<3.5) c=vec3(.10,.62,.24)*.42;else if(k<4.5) c=WHI*.42;else if(k<5.5) c=vec3(.52,.58,.62)*.42;else if(k<6.5) c=WHI*.95;else c=AMB*.95;
      // rings of the live scan crawl over everything
      float ring=el*96./.78;float f=abs(fract(ring)-.5)*2.;
      float on=smoothstep(.52,.94,f);
      float lane=step(1.5,k);
      float live=mix(.12+1.9*on,.55+.75*on,lane)*(k>5.5?1.15:1.);
      float reach=1.-smoothstep(46.,66.,rr+aD.z*15.);
      live*=mix(.05,1.,reach);
      // the beam turns; what it has just touched is brighter
      float age=fract(az-uRot);live*=.72+1.25*exp(-age*9.)+.25*exp(-age*2.2);
      // a front of new points ahead of the sensor
      float front=rr-(30.+18.*aD.z);
      float born=exp(-front*front*.02)*step(q.z,0.);
      c+=c*born*.5;
      float dep=exp(-d*.011)*smoothstep(4.,13.,d)*(1.-smoothstep(70.,112.,d));
      float size=clamp(uS*(22./d+1.05),1.05,3.2);
      float norm=clamp(2.1/(size),.5,1.35);
      vC=c*aD.y*live*dep*norm*(uMine>.5?1.25:1.);
      gl_PointSize=size;gl_Position=projectionMatrix*v;
      if(max(vC.r,max(vC.g,vC.b))<.010) gl_Position=vec4(2.,2.,2.,1.);
    }`;

/** A round point. */
export const POINT =
  "varying vec3 vC;void main(){vec2 q=gl_PointCoord*2.-1.;float a=clamp(1.25-dot(q,q),0.,1.);gl_FragColor=vec4(vC*a,1.);}";

/** Light adds up; nothing hides behind a point. */
export const ADDITIVE = {
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.OneFactor,
  transparent: true,
  depthWrite: false,
};

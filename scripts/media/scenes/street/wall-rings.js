import * as THREE from "three";
import { ADDITIVE, POINT } from "./scan-shader.js";

/** The same rings on the fronts of the houses: the houses pass through them, window by window. */
export function wallRings(r, U) {
  const wallPos = [];
  for (let k = 0; k < 96; k++) {
    const el = -0.115 + 0.86 * (k / 95) ** 1.05;
    for (const side of [-1, 1])
      for (let j = 0; j < 560; j++) wallPos.push(el, side, (j + (r() - 0.5) * 0.2) / 560);
  }
  const wg = new THREE.BufferGeometry();
  wg.setAttribute("position", new THREE.BufferAttribute(new Float32Array(wallPos), 3));
  const walls = new THREE.Points(
    wg,
    new THREE.ShaderMaterial({
      uniforms: { ...U },
      fragmentShader: POINT,
      ...ADDITIVE,
      vertexShader: `uniform float uRot,uS,uT;uniform vec3 uE;varying vec3 vC;
    float h1(float p){p=fract(p*.1031);p*=p+33.33;p*=p+p;return fract(p);}
    void main(){
      float el=position.x,side=position.y;
      float z=mix(-16.,78.,pow(position.z,1.35));                 // how far ahead along the wall
      float X=side*12.4,dx=X-uE.x;float rad=sqrt(dx*dx+z*z);
      float y=uE.y+rad*tan(el);
      float wz=mod(z-uE.z+uT,60.);                                // place in the street
      float cell=floor(wz/12.)+side*7.+20.,u=mod(wz,12.);
      float fl=3.+floor(h1(cell*3.7)*h1(cell*9.1)*8.+h1(cell*5.3)*2.),H=3.9+fl*3.1;
      bool gap=h1(cell*11.3)<.2&&u>9.2;
      float cu=fract(u/12.*4.),cv=fract((y-3.9)/3.1);
      bool win=y>3.9&&y<H-.3?(cu>.24&&cu<.76&&cv>.24&&cv<.76):(y>.5&&y<3.1&&cu>.10&&cu<.90&&y<H);
      bool sill=y>3.9&&cv>.10&&cv<.24&&cu>.18&&cu<.82;
      float edge=step(u,.22)+step(11.78,u);
      bool gone=y<.12||y>H||gap||(win&&h1(floor(wz*9.)+el*77.)>.06);
      vec4 v=viewMatrix*vec4(X,y,-(z)+uE.z,1.);float d=-v.z;
      vec3 RAD=vec3(.115,.62,.55),VIO=vec3(.25,.29,1.);
      float t=clamp(y/21.,0.,1.);vec3 c=mix(RAD,VIO,t*t*.75+t*.2)*(sill?.72:.44);
      c*=1.+.7*edge+.9*smoothstep(.35,.05,abs(y-H+.1));
      float az=atan(dx,z)/6.28318+.5;float age=fract(az-.5-uRot+1.);
      float live=.70+1.0*exp(-age*9.)+.25*exp(-age*2.2);
      live*=1.-smoothstep(48.,74.,rad);
      float dep=exp(-d*.010)*smoothstep(3.,14.,d);
      float size=clamp(uS*(14./d+1.15),1.1,2.4);
      vC=c*live*dep*clamp(2.1/size,.5,1.2)*1.25;gl_PointSize=size;gl_Position=gone?vec4(2.,2.,2.,1.):projectionMatrix*v;}`,
    }),
  );
  walls.frustumCulled = false;
  walls.renderOrder = 2;
  return walls;
}

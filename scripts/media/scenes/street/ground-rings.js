import * as THREE from "three";
import { TAU } from "../shared/numbers.js";
import { ADDITIVE, POINT } from "./scan-shader.js";

/** Rings on the ground, fixed to the sensor: the street moves under them and shows its paint. */
export function groundRings(r, U, uCar) {
  const ringPos = [];
  for (let k = 0; k < 62; k++) {
    const el = 0.43 - (k / 61) ** 0.86 * 0.402,
      rad = 1.95 / Math.tan(el),
      n = Math.round(760 + 700 * (k / 61));
    for (let j = 0; j < n; j++)
      ringPos.push(rad * (1 + (r() - 0.5) * 0.0022), ((j + (r() - 0.5) * 0.25) / n) * TAU, k / 61);
  }
  const rg = new THREE.BufferGeometry();
  rg.setAttribute("position", new THREE.BufferAttribute(new Float32Array(ringPos), 3));
  const rings = new THREE.Points(
    rg,
    new THREE.ShaderMaterial({
      uniforms: { ...U, uCar },
      fragmentShader: POINT,
      ...ADDITIVE,
      vertexShader: `uniform float uRot,uS,uT;uniform vec3 uE;uniform vec2 uCar[6];varying vec3 vC;
    bool hides(vec2 p,vec2 c){vec2 e=vec2(uE.x,-uE.z);vec2 d=p-e;vec2 a=(c-vec2(.95,2.15)-e)/d,b=(c+vec2(.95,2.15)-e)/d;vec2 lo=min(a,b),hi=max(a,b);float t0=max(lo.x,lo.y),t1=min(hi.x,hi.y);return t0<t1&&t0>0.&&t0<1.&&1.95*(1.-t0)<1.3;}
    void main(){
      float rad=position.x,az=position.y;vec2 p=vec2(uE.x,-uE.z)+vec2(sin(az),cos(az))*rad; // x, z ahead
      float out1=step(7.6,abs(p.x));
      bool gone=abs(p.x)>11.7;
      for(int i=1;i<6;i++) if(hides(p,uCar[i])) gone=true;
      vec3 w=vec3(p.x,.14*out1,-p.y);float wz=p.y+uT;
      vec4 v=viewMatrix*vec4(w,1.);float d=-v.z;
      vec3 RAD=vec3(.115,.62,.55),AMB=vec3(1.,.48,.011),WHI=vec3(.9,.87,.79);
      vec3 c=RAD*(out1>.5?.34:.60);float ax=abs(p.x);
      float m=mod(wz,6.);
      if(abs(ax-3.6)<.09&&m<2.6) c=WHI*1.0;
      if(ax<.10) c=AMB*1.05;
      if(abs(ax-7.6)<.10) c=WHI*.6;
      float cz=mod(wz,60.);if(cz>41.&&cz<44.&&p.x>-7.&&p.x<8.3&&mod(p.x+7.,1.7)<.7) c=WHI*.8;
      float a2=az/6.28318;float age=fract(a2-uRot);
      float live=.62+1.1*exp(-age*9.)+.25*exp(-age*2.2);
      live*=1.-smoothstep(52.,68.,rad);
      float dep=exp(-d*.010)*smoothstep(2.,6.,d);
      float size=clamp(uS*(16./d+1.15),1.1,2.6);
      vC=c*live*dep*clamp(2.1/size,.5,1.2);gl_PointSize=size;gl_Position=gone?vec4(2.,2.,2.,1.):projectionMatrix*v;}`,
    }),
  );
  rings.frustumCulled = false;
  rings.renderOrder = 2;
  return rings;
}

/**
 * GLSL that every material of the night road shares: sky, haze, street lamps (they stand on a grid, so a
 * point asks only for the nearest three), our own headlights, and the bend, a parabola applied per vertex.
 */
export const COMMON = `
uniform float uT,uBend,uMir,uCamX,uCamY;
vec3 skyc(vec3 rd){
  float y=max(rd.y,0.);
  vec3 c=mix(vec3(.070,.058,.050),vec3(.0060,.0078,.0120),1.-exp(-y*5.));
  c+=vec3(.060,.036,.014)*exp(-y*12.)*(.62+.38*cos(rd.x*2.2+.6));
  return c;
}
vec3 haze(vec3 c,float d){float f=1.-exp(-pow(d*.0052,1.25));return mix(c,vec3(.060,.046,.036),f*.86);}
const vec3 LA=vec3(1.,.66,.30),LB=vec3(1.,.72,.38);
vec3 lampsAt(vec3 p,vec3 n,float wrap){
  float ws=-p.z+uT;vec3 L=vec3(0.);
  float k=floor((ws-14.)/34.+.5);
  for(int i=-1;i<=1;i++){
    float dz=ws-(14.+34.*(k+float(i)));
    vec3 d=vec3(3.7-p.x,9.2-p.y,dz);float dd=dot(d,d),il=inversesqrt(dd);
    L+=LA*270.*max(d.y*il,0.)*max(dot(n,d)*il*(1.-wrap)+wrap,0.)/dd;
    d.x=8.6-p.x;dd=dot(d,d);il=inversesqrt(dd);
    L+=LA*230.*max(d.y*il,0.)*max(dot(n,d)*il*(1.-wrap)+wrap,0.)/dd;
  }
  k=floor((ws-31.)/34.+.5);
  for(int i=-1;i<=1;i++){
    float dz=ws-(31.+34.*(k+float(i)));
    vec3 d=vec3(-6.3-p.x,8.6-p.y,dz);float dd=dot(d,d),il=inversesqrt(dd);
    L+=LB*230.*max(d.y*il,0.)*max(dot(n,d)*il*(1.-wrap)+wrap,0.)/dd;
  }
  return L;
}
float headlight(float x,float z){
  float w=1.0+.15*z;
  float b=exp(-pow((x+.75)/w,2.))+exp(-pow((x-.75)/w,2.));
  float hot=exp(-pow(x/(1.5+.06*z),2.))*exp(-pow((z-15.)/10.,2.));
  return (b*smoothstep(1.0,6.,z)*exp(-z/24.)+hot*.6);
}
float beam(vec3 p){float z=-p.z;return headlight(p.x+uBend*z*z*.6-uCamX,z);}
`;
/** Vertex side: `place(world)` bends, mirrors and projects. */
export const PLACE = `${COMMON}
varying vec3 vP;varying float vD;
vec4 place(vec4 w){vP=w.xyz;float d=-w.z;vD=max(length(w.xyz-vec3(uCamX,uCamY,0.)),.01);w.x+=uBend*d*abs(d);w.y*=uMir;return projectionMatrix*viewMatrix*w;}
`;
/** Fragment side: `viewDir()` from the camera to the point. */
export const FRAG = `${COMMON}
varying vec3 vP;varying float vD;
vec3 viewDir(){float d=-vP.z;return normalize(vec3(uCamX-vP.x-uBend*d*d,uCamY-vP.y,d));}
`;

import * as THREE from "three";
import { FRAG, PLACE } from "./shaders.js";
import { vehicleBack } from "./textures/vehicle-backs.js";
import { vehicleGeometry } from "./vehicle-geometry.js";

/**
 * Vehicles of our own direction, seen from behind.
 *
 * @param wanted kind, lateral and forward place in metres, paint, and when it brakes
 * @returns the same with their meshes
 */
export function addVehicles({ scene, material: mat }, wanted) {
  const backs = {};
  return wanted.map((v) => {
    const tex = vehicleBack(v.kind, v.paint);
    const m = new THREE.Mesh(
      (backs[v.kind] ??= vehicleGeometry(v.kind, tex)),
      mat(
        `${PLACE} varying vec2 vU;varying vec3 vN;void main(){vU=uv;vN=normalize(mat3(modelMatrix)*normal);gl_Position=place(modelMatrix*vec4(position,1.));}`,
        `${FRAG} uniform sampler2D tA,tE,tM,tSky;uniform float uBrake;varying vec2 vU;varying vec3 vN;
        void main(){
          vec3 A=texture2D(tA,vU).rgb,E=texture2D(tE,vU).rgb;float gl=texture2D(tM,vU).r;
          vec3 V=viewDir(),n=normalize(vN);if(dot(n,V)<0.) n=-n;
          float cut=mix(.10,1.,smoothstep(1.15,.55,vP.y));
          vec3 L=lampsAt(vP,n,.08)*.85+vec3(1.,.93,.83)*beam(vP)*cut*max(n.z,0.)*1.25+vec3(.020,.021,.025)*(.5+.5*n.y);
          L+=vec3(1.,.06,.02)*.05*smoothstep(.7,.2,vP.y);
          vec3 r=reflect(-V,n);
          float fr=.04+.96*pow(1.-max(dot(V,n),0.),5.);
          vec3 env=r.y>0.?skyc(r)*1.3:vec3(.020,.016,.012);
          float ws=-vP.z+uT;
          if(r.y>.03){ // street lamps travel over roof and glass
            vec3 h=vP+r*((9.3-vP.y)/r.y);float hs=-h.z+uT;
            float d0=(fract((hs-14.)/34.+.5)-.5)*34.,d1=(fract((hs-31.)/34.+.5)-.5)*34.;
            env+=LA*7.*exp(-d0*d0*.22-pow(h.x-3.7,2.)*.5)+LA*6.*exp(-d0*d0*.22-pow(h.x-8.6,2.)*.5)+LB*6.*exp(-d1*d1*.22-pow(h.x+6.3,2.)*.5);
            env+=LA*.35*exp(-d0*d0*.012-pow(h.x-3.7,2.)*.05)+LB*.30*exp(-d1*d1*.012-pow(h.x+6.3,2.)*.05);
          }
          float band=exp(-pow((r.y-.10)*9.,2.));
          env+=vec3(.16,.115,.07)*band*(.5+.5*sin(r.x*23.+vP.z*.0+ws*.11)*sin(r.x*9.+1.3));
          vec3 c=A*L+env*gl*(.10+fr*.9);
          c+=E.b*vec3(1.,.95,.86)*.30;
          float up=uMir<0.?3.2:1.;
          c+=up*(E.r*vec3(1.,.060,.022)*3.0+E.r*E.r*vec3(.9,.25,.14)*1.2);
          c+=up*E.g*(vec3(1.,.065,.024)*4.6+vec3(.8,.25,.14)*1.5)*uBrake+E.g*vec3(.05,.004,.002);
          c*=mix(.35,1.,smoothstep(.05,.55,vP.y));
          gl_FragColor=vec4(haze(c,vD*.8),1.);}`,
        { tA: { value: tex.A }, tE: { value: tex.E }, tM: { value: tex.M }, uBrake: { value: 0 } },
      ),
    );
    m.frustumCulled = false;
    m.renderOrder = 4;
    scene.add(m);
    return { ...v, mesh: m };
  });
}

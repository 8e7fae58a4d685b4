import * as THREE from "three";
import { COMMON } from "./shaders.js";

/** Sky and the far city, one triangle behind everything. */
export function addSky({ scene, material: mat }) {
  const g = new THREE.BufferGeometry();
  g.setAttribute(
    "position",
    new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  );
  const m = new THREE.Mesh(
    g,
    mat(
      `uniform float uFoc,uMir;uniform vec2 uVp,uRes;varying vec3 vR;void main(){vec2 q=position.xy*vec2(uRes.x/uRes.y,1.);vR=vec3(q.x-uVp.x,(q.y-uVp.y)*uMir,uFoc);gl_Position=vec4(position.xy,.99999,1.);}`,
      `${COMMON} uniform sampler2D tSky,tMap;uniform float uFoc;varying vec3 vR;void main(){vec3 rd=normalize(vR);vec3 c=skyc(rd);
          float az=(vR.x/vR.z-uBend*170.)*.42,el=vR.y/vR.z;
          float cl=texture2D(tMap,vec2(rd.y*.9+.3,rd.x*.11+.2)).a*.5+texture2D(tMap,vec2(rd.y*2.3+.1,rd.x*.3+.6)).a*.5;
          c*=.86+.28*cl;
          vec4 s=texture2D(tSky,vec2(az,clamp(el/.17,0.,1.)));
          if(el<.17&&el>-.02){vec3 far=mix(vec3(.050,.039,.031),s.rgb*.55,.40)+s.rgb*s.rgb*1.1*smoothstep(.02,.2,max(s.r,s.b));c=mix(c,far,s.a*.92);}
          gl_FragColor=vec4(c,1.);}`,
      {},
      { depthWrite: false },
    ),
  );
  m.frustumCulled = false;
  m.renderOrder = 15;
  scene.add(m);
}

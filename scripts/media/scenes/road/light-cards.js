import * as THREE from "three";
import { FRAG, PLACE } from "./shaders.js";

/** What a card of light looks like. */
export const LIGHT = { lamp: 0, halo: 1, cone: 2, bulb: 3 };

/**
 * Lights as additive cards that are laid out anew for every picture.
 *
 * @returns `begin()`, `card(x, y, distance, radius, colour, kind, stretch)` for each, then `end()`
 */
export function addLightCards({ scene, material: mat }) {
  const MAX = 420;
  const sp = {
    c: new Float32Array(MAX * 12),
    k: new Float32Array(MAX * 8),
    col: new Float32Array(MAX * 16),
  };
  const sg = new THREE.BufferGeometry();
  sg.setAttribute("position", new THREE.BufferAttribute(sp.c, 3));
  sg.setAttribute("uv", new THREE.BufferAttribute(sp.k, 2));
  sg.setAttribute("aC", new THREE.BufferAttribute(sp.col, 4));
  {
    const ix = [];
    for (let i = 0; i < MAX; i++) ix.push(4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3);
    sg.setIndex(ix);
    const m = new THREE.Mesh(
      sg,
      mat(
        `${PLACE} attribute vec4 aC;varying vec2 vU;varying vec4 vC;void main(){
        float kind=floor(uv.x/4.),id=mod(uv.x,4.);vec2 q=vec2(id==0.||id==3.?-1.:1.,id<1.5?-1.:1.);vU=q;vC=vec4(aC.rgb,kind);
        vec3 w=position;vP=w;float d=-w.z;w.x+=uBend*d*abs(d);vD=length(w-vec3(uCamX,uCamY,0.));w.y*=uMir;
        float r=uv.y;vec2 off=q*r;if(kind>1.5&&kind<2.5){off=vec2(q.x*r,(q.y-1.)*aC.a*.5*uMir);vU.y*=1.;}
        if(kind>2.5) off=q*vec2(r*aC.a,r);
        w.xy+=off;gl_Position=projectionMatrix*viewMatrix*vec4(w,1.);}`,
        `${FRAG} varying vec2 vU;varying vec4 vC;void main(){float a;
        if(vC.a<.5){float d=dot(vU,vU);a=exp(-d*5.)*max(1.-d,0.);}                       // lamp: a soft disc
        else if(vC.a<1.5){float d=length(vU);a=pow(max(1.-d,0.),2.)/(.06+d*1.9)*.10;}   // halo in the damp air
        else if(vC.a<2.5){float t=(1.-vU.y)*.5;float w=.06+.94*t;float e=abs(vU.x)/w;a=exp(-e*e*2.6)*pow(1.-t,1.6)*smoothstep(0.,.03,t)*.5/(.25+w);}   // cone of light
        else {float d=dot(vU,vU);a=exp(-d*4.)*max(1.-d,0.);}
        gl_FragColor=vec4(vC.rgb*a*exp(-vD*.0035)*(uMir<0.?(vC.a<.5||vC.a>2.5?2.2:.8):1.),1.);}`,
        {},
        {
          blending: THREE.CustomBlending,
          blendSrc: THREE.OneFactor,
          blendDst: THREE.OneFactor,
          transparent: true,
          depthWrite: false,
        },
      ),
    );
    m.frustumCulled = false;
    m.renderOrder = 20;
    scene.add(m);
  }
  let ns = 0;
  const card = (x, y, s, r, c, kind, a = 1) => {
    if (ns >= MAX || s < 0.6) return;
    for (let k = 0; k < 4; k++) {
      sp.c.set([x, y, -s], ns * 12 + k * 3);
      sp.k.set([kind * 4 + k, r], ns * 8 + k * 2);
      sp.col.set([c[0], c[1], c[2], a], ns * 16 + k * 4);
    }
    ns++;
  };
  return {
    card,
    begin() {
      ns = 0;
    },
    end() {
      sg.setDrawRange(0, ns * 6);
      for (const k of ["position", "uv", "aC"]) sg.attributes[k].needsUpdate = true;
    },
  };
}

import { lerp } from "../shared/numbers.js";
import { LAMP_DISTANCE, PERIOD } from "./period.js";
import { QuadMesh } from "./quad-mesh.js";
import { FRAG, PLACE } from "./shaders.js";

/**
 * Guard rail, barrier, lamp posts and the gantry. A quad's free numbers are its albedo and its kind:
 * 0 painted steel, 1 concrete, 2 lamp head, 3 bare metal.
 *
 * @param gantry how far along the period the gantry stands, in metres; 0: none
 */
export function addFurniture({ material: mat, repeat, gantry }) {
  const F = new QuadMesh();
  {
    const steel = [0.16, 0, 0, 0],
      pole = [0.07, 0, 0, 0],
      conc = [0.3, 1, 0, 0];
    // guard rail with its wave
    const wave = [
      [-7.5, 0.5],
      [-7.44, 0.56],
      [-7.52, 0.63],
      [-7.52, 0.69],
      [-7.44, 0.76],
      [-7.5, 0.82],
    ];
    for (let i = 0; i + 1 < wave.length; i++)
      F.strip(
        wave[i][0],
        wave[i][1],
        wave[i + 1][0],
        wave[i + 1][1],
        0,
        PERIOD,
        8,
        undefined,
        [0.2, 3, 0, 0],
        [0.8, (i % 2 ? 1 : -1) * 0.55, 0],
      );
    for (let s = 1; s < PERIOD; s += 2)
      F.box(-7.62, 0, s - 0.06, -7.54, 0.8, s + 0.06, [0.09, 0, 0, 0]);
    // barrier between the carriageways
    F.strip(5.88, 0, 6.0, 0.3, 0, PERIOD, 8, (s) => s / 4, conc, [-0.9, 0.4, 0]);
    F.strip(6.0, 0.3, 6.06, 0.94, 0, PERIOD, 8, (s) => s / 4, conc, [-1, 0.1, 0]);
    F.strip(6.06, 0.94, 6.26, 0.94, 0, PERIOD, 8, (s) => s / 4, conc, [0, 1, 0]);
    F.strip(17.9, 0.4, 17.9, 0.8, 0, PERIOD, 8, undefined, [0.16, 3, 0, 0], [-1, 0, 0]);
    // lamps: two arms in the median, one arm on the left
    for (let k = 0; k < 4; k++) {
      const s = 14 + k * LAMP_DISTANCE;
      F.bar([6.15, 0.9, -s], [6.15, 9.5, -s], 0.17, pole);
      F.bar([6.15, 9.5, -s], [3.6, 9.42, -s], 0.11, pole);
      F.bar([6.15, 9.5, -s], [8.7, 9.42, -s], 0.11, pole);
      for (const x of [3.7, 8.6])
        F.box(x - 0.5, 9.26, s - 0.16, x + 0.5, 9.4, s + 0.16, [0.1, 2, 0, 0]);
      const s1 = (31 + k * LAMP_DISTANCE) % PERIOD;
      F.bar([-8.4, 0, -s1], [-8.4, 8.9, -s1], 0.16, pole);
      F.bar([-8.4, 8.9, -s1], [-6.3, 8.82, -s1], 0.1, pole);
      F.box(-6.8, 8.66, s1 - 0.16, -5.8, 8.8, s1 + 0.16, [0.1, 2, 0, 0]);
    }
    if (gantry) {
      // truss over our lanes
      const s = gantry,
        y0 = 6.3,
        y1 = 7.4,
        xa = -8.2,
        xb = 6.15;
      for (const x of [xa, xb]) {
        F.box(x - 0.16, 0, s - 0.16, x + 0.16, y1, s + 0.16, steel);
        F.box(x - 0.16, 0, s + 0.8, x + 0.16, y1, s + 1.1, steel);
      }
      for (const z of [s, s + 0.9]) {
        F.bar([xa, y0, -z], [xb, y0, -z], 0.14, steel);
        F.bar([xa, y1, -z], [xb, y1, -z], 0.14, steel);
        const n = 12;
        for (let i = 0; i < n; i++) {
          const a = lerp(xa, xb, i / n),
            b = lerp(xa, xb, (i + 1) / n);
          F.bar([a, i % 2 ? y0 : y1, -z], [b, i % 2 ? y1 : y0, -z], 0.08, steel);
          F.bar([b, y0, -z], [b, y1, -z], 0.06, steel);
        }
      }
    }
    F.bar([-9.1, 0, -58], [-9.1, 2.2, -58], 0.09, steel);
    repeat(
      F.geometry(),
      mat(
        `${PLACE} attribute vec4 aE;varying vec2 vU;varying vec4 vE;varying vec3 vN;void main(){vU=uv;vE=aE;vN=normal;gl_Position=place(modelMatrix*vec4(position,1.));}`,
        `${FRAG} uniform sampler2D tMap,tAsp;uniform vec4 uV[6];varying vec2 vU;varying vec4 vE;varying vec3 vN;
      void main(){
        vec3 n=normalize(vN),V=viewDir();if(dot(n,V)<0.&&vE.y<.5) n=-n;
        float cut=mix(.07,1.,smoothstep(1.25,.55,vP.y));
        vec3 hl=vec3(1.,.93,.82)*headlight((vP.x-uCamX)*.6,-vP.z)*cut*(.25+.75*abs(n.z)+.25);
        vec3 L=lampsAt(vP,n,.12)*.75+hl*1.9+vec3(.016,.017,.02);
        for(int i=0;i<6;i++){if(uV[i].y<0.) continue;vec2 q=vec2(vP.x-uV[i].x,-vP.z-uV[i].y);L+=vec3(1.,.05,.02)*(1.+uV[i].w)*1.1/(1.5+q.x*q.x+q.y*q.y)*smoothstep(.6,-.6,q.y);}
        float alb=vE.x;
        if(vE.y>.5&&vE.y<1.5){vec4 m=texture2D(tMap,vec2(vP.y*.8,(-vP.z+uT)/${PERIOD}.));
          alb*=.62+.5*m.g+.25*(m.a-.5);alb*=mix(.45,1.,smoothstep(0.,.35,vP.y));
          float q=fract(vU.x);alb*=1.-.6*smoothstep(.012,.004,min(q,1.-q));}
        vec3 c=alb*L;
        if(vE.y>1.5&&vE.y<2.5) c+=n.y<-.5?LA*9.:vec3(0.);
        if(vE.y>2.5){vec3 r=reflect(-V,n);c+=.05*skyc(vec3(r.x,abs(r.y),r.z))+.22*L*pow(max(r.y,0.),2.)*.2;}
        gl_FragColor=vec4(haze(c,vD),1.);}`,
      ),
      2,
    );
  }
}

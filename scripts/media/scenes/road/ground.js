import * as THREE from "three";
import { PERIOD } from "./period.js";
import { FRAG, PLACE } from "./shaders.js";

/** The wet road: asphalt, paint, pothole, light of lamps and vehicles, and what the surface mirrors. */
export function addGround({ scene, material: mat }) {
  const ss = [-3, 0, 2, 4];
  for (let s = 6; s < 640; s *= 1.06) ss.push(s);
  const p = [],
    ix = [];
  ss.forEach((s, i) => {
    p.push(-70, 0, -s, 80, 0, -s);
    if (i) ix.push(2 * i - 2, 2 * i - 1, 2 * i + 1, 2 * i - 2, 2 * i + 1, 2 * i);
  });
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(p), 3));
  g.setIndex(ix);
  const m = new THREE.Mesh(
    g,
    mat(
      `${PLACE} void main(){gl_Position=place(vec4(position,1.));}`,
      `${FRAG}
        uniform sampler2D tAsp,tMap,tR0,tR1,tR2;uniform vec2 uRes;uniform vec4 uV[6];uniform vec3 uK[6];uniform vec2 uOn[4];uniform float uPot;
        float aa(float e,float v){return smoothstep(e,-e,v);}
        void main(){
          float s=-vP.z,x=vP.x,ws=s+uT;
          vec3 V=viewDir();
          vec4 a=texture2D(tAsp,vec2(x,ws)/4.25),a2=texture2D(tAsp,vec2(x+1.3,ws)/17.);
          vec4 m=texture2D(tMap,vec2(x/24.+.5,ws/${PERIOD}.));
          float lod=exp(-s*.05);
          float alb=.034+.052*a.b*(.55+.9*m.g)+.016*(a2.b-.5)*(1.-lod);
          alb*=1.-.62*m.b;
          float wet=m.r*(1.-.5*m.b)+.08*(a2.b-.5);
          bool verge=x<-7.35||x>17.4;
          if(verge){alb=.018+.03*a.b*m.a;wet=.03;}
          // pothole: a broken bowl, dark inside, its far lip in our light, a little water at the bottom
          float hole=0.,lip=0.;
          float pz=mod(ws-uPot+${PERIOD / 2}.,${PERIOD}.)-${PERIOD / 2}.;
          {vec2 q=vec2(x+1.02,pz)/vec2(.62,1.0);float e=length(q)+.34*(m.a-.5)+.26*(a2.r-.5)+.12*(a.b-.5);
            hole=smoothstep(1.,.86,e);lip=smoothstep(.24,0.,abs(e-1.02))*smoothstep(-.3,.8,q.y);
            alb=mix(alb,.012+.02*a.b,hole);wet=mix(wet,smoothstep(.75,.4,e)*.9,hole);}
          // paint
          float pw=.010+s*.0011,dash=aa(pw*4.,abs(mod(ws,${(PERIOD / 15).toFixed(6)})-1.6)-1.55);
          float paint=max(max(aa(pw,abs(x+1.8)-.075),aa(pw,abs(x-1.8)-.075))*dash,aa(pw,abs(x+5.35)-.085));
          float yl=aa(pw,abs(x-5.35)-.085);paint=max(paint,yl);
          paint=max(paint,aa(pw,abs(x-10.4)-.08)*dash);paint=max(paint,aa(pw,abs(x-17.)-.085));
          paint*=mix(.86,.30+.70*a.a,lod)*(1.-m.b*.6);
          vec3 pc=mix(vec3(.74,.73,.68),vec3(.90,.56,.10),yl);
          // light
          vec3 n=normalize(vec3((a.r-.5)*1.1,1.,(a.g-.5)*1.1));
          float hl=beam(vP)*(x>6.2?.12:1.);
          vec3 L=lampsAt(vP,vec3(0.,1.,0.),0.)*.42+vec3(.014,.016,.021);
          vec3 red=vec3(0.);
          for(int i=0;i<6;i++){ if(uV[i].y<0.) continue;
            vec2 q=vec2(x-uV[i].x,s-uV[i].y);float w=uV[i].z,ln=uK[i].y;
            float sh=max(abs(q.x)-w,max(-q.y,q.y-ln));
            float con=1.-.90*smoothstep(.55,-.30,sh);
            L*=con;
            hl*=1.-.88*smoothstep(w+.35,w-.25,abs(q.x-q.y*.0))*smoothstep(.0,1.2,q.y);  // what the vehicle hides from our lamps
            float hz=uK[i].x;float z2=q.y+.15;
            for(int k=0;k<2;k++){float dx=q.x+(k==0?-.78:.78)*w;float dd=dx*dx+z2*z2+hz*hz;
              red+=vec3(1.,.035,.012)*(1.3+1.6*uV[i].w)*hz/(dd*sqrt(dd))*smoothstep(.5,-.4,q.y);}
            float fz=q.y-ln-1.;                                      // and its own lamps ahead of it
            if(fz>-1.) L+=vec3(1.,.93,.80)*1.5*exp(-pow(q.x/(1.3+fz*.10),2.))*exp(-fz/15.)*smoothstep(-1.,3.,fz);
          }
          for(int i=0;i<4;i++){float d=s-uOn[i].y;                    // oncoming lamps on their own lanes
            if(uOn[i].y>0.&&d<0.) L+=vec3(.95,.97,1.)*1.3*exp(-pow((x-uOn[i].x)/(1.4-d*.07),2.))*exp(d/14.)*step(6.2,x);}
          vec3 hlc=vec3(1.,.93,.83)*hl*2.9;
          float grain=dot(n,normalize(vec3(V.x,.35,V.z)))/.93;
          vec3 c=alb*vec3(1.02,1.,.97)*(L*mix(1.,grain,.35)+hlc*mix(1.,grain*1.05,.8*lod)+red);
          c=mix(c,pc*(L*.62+hlc*.50+red*.5),paint);
          c+=paint*pc*hl*.50;                                          // glass beads send our own light back
          c+=step(.93,a.b)*hl*.16*lod*(1.-paint);
          c+=lip*(.3+.7*a.b)*hlc*.16;
          // what the wet surface shows of the world above
          vec2 uv=gl_FragCoord.xy/uRes;
          vec2 nn=(vec2(a.r,a.g)-.5)*.55+(vec2(a2.r,a2.g)-.5)*1.5+(vec2(m.a)-.5)*.22;
          uv+=nn*vec2(.016,.06)*(.35+6./(6.+s));
          float w=clamp(wet*1.15,0.,1.)*(1.-.75*paint);
          vec3 r0=texture2D(tR0,uv).rgb,r1=texture2D(tR1,uv).rgb,r2=texture2D(tR2,uv).rgb;
          float mirror=smoothstep(.66,1.02,w);
          vec3 refl=mix(mix(r2,r1,clamp(.25+.35*w+s*.008,0.,.9)),r0,mirror*.65);
          float cv=clamp(V.y,0.,1.),F=.022+.978*pow(1.-cv,5.);
          float k=clamp(F*(.16+1.15*w),0.,.9);
          if(verge) k*=.06;
          k*=1.-.6*hole*(1.-w);
          refl*=mix(1.,.55+.9*a.b,.7*lod);
          c=c*(1.-k*.6)+refl*k*1.15;
          c=mix(c,c*.30,hole*.75*(1.-lip));
          gl_FragColor=vec4(haze(c,vD),1.);
        }`,
    ),
  );
  m.frustumCulled = false;
  m.renderOrder = 5;
  scene.add(m);
  return m;
}

import * as THREE from "three";
import { Pass, target } from "./webgl.js";

/** Averages sub-frames (motion blur and anti-aliasing in one), adds bloom and grades to a byte target. */
export class FilmFinish {
  constructor(
    R,
    W,
    H,
    {
      levels = 5,
      bloom = 0.1,
      threshold = 0.9,
      exposure = 1.1,
      contrast = 0.3,
      vignette = 0.22,
      overlay = "vec3 over(vec3 c,vec2 u){return c;}",
      uniforms = {},
    } = {},
  ) {
    this.R = R;
    this.W = W;
    this.H = H;
    this.acc = target(W, H, { type: THREE.FloatType });
    this.add = new Pass(
      "uniform sampler2D t;uniform float k;void main(){gl_FragColor=vec4(min(texture2D(t,u).rgb,vec3(24.))*k,1.);}",
      { t: { value: null }, k: { value: 1 } },
      {
        blending: THREE.CustomBlending,
        blendSrc: THREE.OneFactor,
        blendDst: THREE.OneFactor,
        transparent: true,
      },
    );
    this.down = [];
    for (let i = 0, w = W / 2, h = H / 2; i < levels; i++, w /= 2, h /= 2)
      this.down.push(target(w, h));
    this.downPass = new Pass(
      `uniform sampler2D t;uniform vec2 px;uniform float th;
      void main(){vec3 c=vec3(0.);for(int i=-1;i<=1;i++)for(int j=-1;j<=1;j++){vec3 s=texture2D(t,u+vec2(float(i),float(j))*px).rgb;
        if(th>0.){float l=max(s.r,max(s.g,s.b));s*=smoothstep(th*.35,th*1.8,l);s=min(s,vec3(7.));}
        c+=s*(i==0?2.:1.)*(j==0?2.:1.);}gl_FragColor=vec4(c/16.,1.);}`,
      { t: { value: null }, px: { value: new THREE.Vector2() }, th: { value: 0 } },
    );
    this.up = new Pass(
      "uniform sampler2D t;uniform vec2 px;uniform float k;void main(){vec3 c=vec3(0.);for(int i=-1;i<=1;i++)for(int j=-1;j<=1;j++)c+=texture2D(t,u+vec2(float(i),float(j))*px).rgb*(i==0?2.:1.)*(j==0?2.:1.);gl_FragColor=vec4(c/16.*k,1.);}",
      { t: { value: null }, px: { value: new THREE.Vector2() }, k: { value: 1 } },
      {
        blending: THREE.CustomBlending,
        blendSrc: THREE.OneFactor,
        blendDst: THREE.OneFactor,
        transparent: true,
      },
    );
    this.threshold = threshold;
    this.bytes = new THREE.WebGLRenderTarget(W, H, { depthBuffer: false });
    this.grade = new Pass(
      `uniform sampler2D t,b;uniform vec2 R;uniform float EXP,CON,VIG,BL,FR;
      vec3 aces(vec3 x){return clamp((x*(2.51*x+.03))/(x*(2.43*x+.59)+.14),0.,1.);}
      float hh(vec2 p){vec3 q=fract(vec3(p.xyx)*.1031);q+=dot(q,q.yzx+33.33);return fract((q.x+q.y)*q.z);}
      ${overlay}
      void main(){
        vec3 c=texture2D(t,u).rgb+texture2D(b,u).rgb*BL;
        c=over(c,u);
        vec2 v=(u*2.-1.)*vec2(R.x/R.y,1.);c*=1.-VIG*dot(v*vec2(.42,.62),v*vec2(.42,.62));
        c=pow(aces(c*EXP),vec3(1./2.2));c=mix(c,c*c*(3.-2.*c),CON);
        c+=(hh(gl_FragCoord.xy)+hh(gl_FragCoord.xy+71.)-1.)/255.;
        gl_FragColor=vec4(c,1.);}`,
      {
        t: { value: null },
        b: { value: null },
        R: { value: new THREE.Vector2(W, H) },
        EXP: { value: exposure },
        CON: { value: contrast },
        VIG: { value: vignette },
        BL: { value: bloom },
        FR: { value: 0 },
        ...uniforms,
      },
    );
  }
  begin() {
    this.R.setRenderTarget(this.acc);
    this.R.setClearColor(0, 1);
    this.R.clear();
  }
  /** Adds one sub-frame with weight k. */
  sub(rt, k) {
    this.add.u.t.value = rt.texture;
    this.add.u.k.value = k;
    this.add.run(this.R, this.acc);
  }
  /** The same picture out of focus: discs of light, radius in pixels. Call after end(). */
  blurred(radius) {
    const { R } = this;
    this.half ??= target(this.W / 2, this.H / 2);
    this.soft ??= target(this.W / 2, this.H / 2);
    this.copy ??= new Pass("uniform sampler2D t;void main(){gl_FragColor=texture2D(t,u);}", {
      t: { value: null },
    });
    this.disc ??= new Pass(
      `uniform sampler2D t;uniform vec2 px;uniform float r;void main(){vec3 c=vec3(0.);float w=0.;
       for(int i=0;i<56;i++){float f=(float(i)+.5)/56.;float a=float(i)*2.39996;vec2 o=vec2(cos(a),sin(a))*sqrt(f)*r;
         vec3 s=min(texture2D(t,u+o*px).rgb,vec3(14.));float k=.55+.45*f+min(max(s.r,s.g),3.)*.35;c+=s*k;w+=k;}gl_FragColor=vec4(c/w,1.);}`,
      {
        t: { value: null },
        px: { value: new THREE.Vector2(1 / this.W, 1 / this.H) },
        r: { value: radius },
      },
    );
    this.disc.u.t.value = this.acc.texture;
    this.disc.u.r.value = radius;
    this.disc.run(R, this.half);
    this.disc.u.t.value = this.half.texture;
    this.disc.u.r.value = radius * 0.16;
    this.disc.run(R, this.soft);
    this.grade.u.t.value = this.soft.texture;
    this.grade.u.b.value = this.down[0].texture;
    this.grade.run(R, this.bytes);
    const px = new Uint8Array(this.W * this.H * 4);
    R.readRenderTargetPixels(this.bytes, 0, 0, this.W, this.H, px);
    return flip(px, this.W, this.H);
  }
  end() {
    const { R, down } = this;
    let src = this.acc;
    for (let i = 0; i < down.length; i++) {
      this.downPass.u.t.value = src.texture;
      this.downPass.u.px.value.set(1 / src.width, 1 / src.height);
      this.downPass.u.th.value = i === 0 ? this.threshold : 0;
      this.downPass.run(R, down[i]);
      src = down[i];
    }
    for (let i = down.length - 1; i > 0; i--) {
      this.up.u.t.value = down[i].texture;
      this.up.u.px.value.set(1 / down[i].width, 1 / down[i].height);
      this.up.u.k.value = 0.9;
      this.up.run(R, down[i - 1]);
    }
    this.grade.u.t.value = this.acc.texture;
    this.grade.u.b.value = down[0].texture;
    this.grade.run(R, this.bytes);
    const px = new Uint8Array(this.W * this.H * 4);
    R.readRenderTargetPixels(this.bytes, 0, 0, this.W, this.H, px);
    R.setRenderTarget(null);
    return flip(px, this.W, this.H);
  }
}

/** WebGL counts rows from below, pictures from above. */
function flip(px, W, H) {
  const out = new Uint8Array(px.length),
    n = W * 4;
  for (let y = 0; y < H; y++) out.set(px.subarray((H - 1 - y) * n, (H - y) * n), y * n);
  return out;
}

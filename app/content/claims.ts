/** A claim that the site may make, because it is known to be true. */
export interface Claim {
  /** The known fact, in its original wording. */
  rule: string;
  /**
   * Who is responsible for the claim. `given`: it came with the product. `company`: the company has added it.
   * `decoration`: nobody, because it describes a drawing and measures nothing.
   */
  source: "given" | "company" | "decoration";
  /** For claims that the company decides: who has signed the rule; null if nobody has, and no page may make the claim. */
  signedBy?: string | null;
  /** The phrases with which pages make the claim; case is ignored. */
  says?: readonly string[];
  /** Figures, units and labels that the claim allows on their own. */
  shows?: readonly string[];
}

/**
 * The claims that pages may make. A test looks for numbers and promising words in every text of the public pages: each
 * has to be part of a phrase here. A new claim needs a new rule, or a weaker text. See docs/content.md.
 */
export const claims: readonly Claim[] = [
  {
    rule: "Scout streams video from a smartphone or dashcam at 1080p or higher.",
    source: "given",
    says: ["1080p or higher"],
  },
  {
    rule: "Scout streams footage and earns rewards; contributors are rewarded with a points token called $PULS.",
    source: "given",
    says: [
      ...["earns rewards", "earn rewards", "rewarded with $PULS points", "You Earn!"],
      "To reward you",
    ],
  },
  {
    rule: "Android only for now, iOS coming soon.",
    source: "given",
    says: ["Android only for now"],
  },
  {
    rule: "Five reasons for Scout: Real-Time Streaming, Earn Rewards, Quick Onboarding, No Dashcam Required, Simple and Intuitive UI.",
    source: "given",
    shows: ["Real-Time Streaming", "Earn Rewards", "Quick Onboarding"],
  },
  {
    rule: "A mobile number is verified with a one-time code.",
    source: "given",
    says: ["one-time code", "one-time-code"],
  },
  {
    rule: "Stat tiles of Scout: Beats 200, Time 18:35 hours, Distance 100.47 kilometers.",
    source: "given",
    shows: ["200", "18:35", "hours", "100.47"],
  },
  {
    rule: "Stats band of Scout: Video hours 72,458; Data points 45,266; Distance mapped 2.74M; Images captured 3.91B.",
    source: "given",
    shows: ["72,458", "Video hours", "45,266", "2.74M", "3.91B"],
  },
  {
    rule: "Info cards of the Scout section: Processing Time '0.7 Sec' and Real-time Insights '25+'.",
    source: "given",
    shows: ["0.7", "Sec", "Real-time Insights", "25+"],
  },
  {
    rule: "PulseGen shows '25+ real time data points' and 'live road conditions'.",
    source: "given",
    shows: ["25+", "real time data points", "live road conditions"],
  },
  {
    rule: "Three features of PulseGen: Smarter Alerts, Faster Reactions, Always Learning.",
    source: "given",
    shows: ["Faster Reactions", "Always Learning"],
  },
  {
    rule: "The pipeline has three steps: Capture, Process, Analyze.",
    source: "given",
    says: ["The three steps"],
  },
  {
    rule: "PulseNet is an object detection model of just under 1 billion parameters.",
    source: "given",
    says: ["just under 1 billion parameters"],
  },
  {
    rule: "P-AXON is AI DePIN hardware that analyses collected data in real-time.",
    source: "given",
    says: ["analyses collected data in real-time"],
  },
  {
    rule: "Hero: 'Real-Time Data & Community Insights to Enhance Your Maps'. Tech: 'Real-Time Urban Insights'.",
    source: "given",
    says: ["Real-Time Data", "Real-time road data", "Real-Time Urban Insights"],
  },
  {
    rule: "Solutions: cities that Move Faster, Smarter and Better.",
    source: "given",
    says: ["Move Faster, Smarter and Better"],
  },
  {
    rule: "Points utilities are there to drive demand, give real-world rewards and create passive income.",
    source: "given",
    says: ["three aims"],
    shows: ["Give real-world rewards", "Create passive income"],
  },
  {
    rule: "Planned features of the points, among them: contribute data and earn; driver rewards.",
    source: "given",
    shows: ["Contribute data and earn", "Driver rewards"],
  },
  {
    rule: "Partners stand under 'Trusted by Leading Brands'.",
    source: "given",
    shows: ["Trusted by Leading Brands"],
  },
  {
    rule: "Roadmap: four quarters of 2025 and the first of 2026, as phases 1 to 5.",
    source: "given",
    shows: ["Q1 2025", "Q2 2025", "Q3 2025", "Q4 2025", "Q1 2026"],
  },
  {
    rule: "The blog lists articles of 3 to 8 minutes' reading time.",
    source: "given",
    says: ["three to eight minutes each"],
  },
  {
    rule: "Faces and license plates are blurred by AI.",
    source: "given",
    says: ["blurred by AI", "Faces and plates are blurred"],
    shows: ["Blurring of faces and plates"],
  },
  {
    rule: "Personal data is deleted within 90 days of account deletion; no personal data is sold; users are 18 or older.",
    source: "given",
    says: [
      "90 days",
      "One week left",
      "days within which personal data is deleted",
      "years is the minimum age",
      "18 or older",
      "under 18",
    ],
    shows: ["0", "90", "18"],
  },
  {
    rule: "Privacy policy of 19-08-2025.",
    source: "given",
    shows: ["19-08-2025"],
  },
  {
    rule: "The site is to meet WCAG 2.2 AA; on 26-11-2026 docs/accessibility-deletion.md said so of the deletion page.",
    source: "given",
    says: ["WCAG 2.2", "(WCAG) 2.2"],
    shows: ["26-11-2026"],
  },
  {
    rule: "Anonymized data may be kept indefinitely.",
    source: "given",
    says: ["Anonymized data"],
  },
  {
    rule: "An account is inactive immediately on request.",
    source: "given",
    says: ["Immediately"],
  },
  {
    rule: "The contact form takes 5 messages per hour from one client address and 20 tries of any outcome, and has a button 'Book a Quick Call'.",
    source: "given",
    says: ["Five messages an hour", "Twenty tries an hour"],
    shows: ["Book a Quick Call"],
  },
  {
    rule: "Deletion takes three steps. A phone number is +91 and ten digits.",
    source: "given",
    says: [
      ...[
        "Three steps",
        "Only Indian numbers work here: +91 and ten digits",
        "Only ten digits fit",
      ],
      ...["The 0 in front is not needed", "already there", "kept the ten digits"],
    ],
    shows: ["+91"],
  },
  {
    rule: "Deletion says until when a code is good, and how many tries are left: 5 wrong ones end it.",
    source: "company",
    says: ["1 try left", "a code of six digits"],
  },
  {
    rule: "Deletion gives a code 10 minutes and the reasons 15, against whoever finds the phone lying open.",
    source: "company",
    says: ["For your safety a code is good for 10 minutes", "For your safety this step is open"],
  },
  {
    rule: "India's clocks are 5 hours 30 minutes ahead of UTC.",
    source: "given",
    says: ["5 hours 30 minutes behind Indian Standard Time"],
  },
  {
    rule: "Times that are counted down: to the next code, and the days remaining of a deleted account.",
    source: "given",
    says: ["one {in 1 minute} other {in # minutes}", "one {day remaining} other {days remaining}"],
  },
  {
    rule: "Deletion limits codes: one a minute and five an hour per number and network, twenty per number, sixty an hour per network, 5 wrong ones, 10 tries.",
    source: "given",
    says: [
      ...["One code a minute", "Five codes an hour", "Twenty codes an hour", "Sixty codes an hour"],
      ...["Five wrong codes ended", "Ten tries ended", "6-digit OTP"],
    ],
  },
  {
    rule: "A form holds 64 KiB; a page that is refused has done nothing.",
    source: "company",
    says: ["64 KB", "For your safety nothing was done", "Too many people are here at once"],
  },
  {
    rule: "What is known of a deletion whose answer was lost, of a session that ended, and of a refused request.",
    source: "company",
    says: [
      ...["before this was sent", "Delete was sent before", "the account is already deleted"],
      ...["loaded before the site was updated", "only the newest counts"],
      ...["If this code was entered before", "was deleted before is not known"],
      ...["Your code was accepted before", "the one before, which got no answer"],
      ...["in a few seconds", "at most {most} characters", "{minutes, plural,", "{days, plural,"],
    ],
  },
  {
    rule: "What has to be kept of a deleted account by law, and until when: India's DPDP Rules 2025, rule 8(3), ask for logs of at least a year from May 2027",
    source: "company",
    signedBy: null,
  },
  {
    rule: "What becomes of $PULS points when their account is deleted, and when its owner comes back within 90 days",
    source: "company",
    signedBy: null,
  },
  {
    rule: "Founded in 2024. The footer says 2025, the mobile menu 2024.",
    source: "given",
    shows: ["2024", "2025"],
  },
  {
    rule: "Blog list: 'Let's Find The Latest Article & Blogs Today'.",
    source: "given",
    says: ["Blogs Today"],
  },
  {
    rule: "Roadmap, phase 5: 4D Gaussian splatting for street view.",
    source: "given",
    says: ["4D Gaussian splatting"],
  },
  {
    rule: "The not-found page shows 404.",
    source: "given",
    shows: ["404"],
  },
  {
    rule: "What is drawn in a film or picture, told to those who do not see it.",
    source: "decoration",
    says: ["two lenses", "five hazards", "Five frames"],
  },
  {
    rule: "Section labels, numbered in page order.",
    source: "decoration",
    shows: ["01 HOME"],
  },
];

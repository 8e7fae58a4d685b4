export interface EcosystemCard {
  title: string;
  text: string;
  icon: "ticket" | "upload" | "users" | "flame" | "car" | "star";
}

/** The six planned features. They are plans: a text describes a feature and promises nothing. */
export const ecosystem: readonly EcosystemCard[] = [
  {
    title: "Coupons, giftcards, vouchers",
    text: "Ways to use points.",
    icon: "ticket",
  },
  {
    title: "Contribute data and earn",
    text: "Points for road data.",
    icon: "upload",
  },
  {
    title: "Loyalty and referral program",
    text: "For drivers who stay and invite.",
    icon: "users",
  },
  { title: "Buy back and burn", text: "Taking points out of circulation.", icon: "flame" },
  { title: "Driver rewards", text: "Points for those who drive.", icon: "car" },
  { title: "Premium features", text: "Extras, opened with points.", icon: "star" },
];

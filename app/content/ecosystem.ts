export interface EcosystemCard {
  title: string;
  text: string;
  icon: "ticket" | "upload" | "users" | "flame" | "car" | "star";
}

/** The six planned features (ecosystem grid). */
export const ecosystem: readonly EcosystemCard[] = [
  {
    title: "Coupons, giftcards, vouchers",
    text: "Spend points where you already shop.",
    icon: "ticket",
  },
  {
    title: "Contribute data and earn",
    text: "Every mapped kilometre adds points.",
    icon: "upload",
  },
  {
    title: "Loyalty and referral program",
    text: "Bring a driver. Both of you earn.",
    icon: "users",
  },
  { title: "Buy back and burn", text: "Part of the income retires points.", icon: "flame" },
  { title: "Driver rewards", text: "Steady drivers, steady returns.", icon: "car" },
  { title: "Premium features", text: "Points open the paid layers.", icon: "star" },
];

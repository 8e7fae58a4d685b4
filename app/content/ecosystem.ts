import { Car, Flame, Star, Ticket, Upload, Users } from "lucide-react";

/** The six planned features. They are plans: a text describes a feature and promises nothing. */
export const ecosystem = [
  {
    title: "Coupons, giftcards, vouchers",
    text: "Ways to use points.",
    Icon: Ticket,
  },
  {
    title: "Contribute data and earn",
    text: "Points for road data.",
    Icon: Upload,
  },
  {
    title: "Loyalty and referral program",
    text: "For drivers who stay and invite.",
    Icon: Users,
  },
  { title: "Buy back and burn", text: "Taking points out of circulation.", Icon: Flame },
  { title: "Driver rewards", text: "Points for those who drive.", Icon: Car },
  { title: "Premium features", text: "Extras, opened with points.", Icon: Star },
] as const;

import type { Metadata } from "next";
import { InvitationPage } from "@/components/people/invitation-page";

export const metadata: Metadata = { title: "Choose a password" };

export default function StudioInvitationPage() {
  return <InvitationPage />;
}

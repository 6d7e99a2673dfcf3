import type { Metadata } from "next";
import { StoragePage } from "@/components/settings/storage-page";

export const metadata: Metadata = { title: "Storage" };

export default function SettingsStoragePage() {
  return <StoragePage />;
}

import { NotFoundState } from "@/components/ui/not-found-state";

export default function NotFound() {
  return <NotFoundState what="page" back={{ label: "To the projects", href: "/" }} />;
}

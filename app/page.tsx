import { ProjectList } from "@/components/overview/project-list";

export default function ProjectsPage() {
  return <ProjectList />;
}

import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import type { ProjectOverview } from "@/lib/contracts/project";
import classes from "./overview.module.css";

/** What a person should do next, each leading to where it is done. */
export function NextActions({ actions }: { actions: ProjectOverview["next"] }) {
  if (actions.length === 0) return <p className={classes.quiet}>Nothing waits for you.</p>;
  return (
    <ul className={classes.next}>
      {actions.map((action) => (
        <li key={`${action.href} ${action.title}`}>
          <Link href={action.href}>
            <span className={classes.nextTitle}>{action.title}</span>
            <span className={classes.nextDetail}>{action.detail}</span>
            <Icon name="arrowRight" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

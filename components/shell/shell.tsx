"use client";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { AccountMenu } from "@/components/people/account-menu";
import { useSession } from "@/components/people/use-may";
import { useKeys } from "@/components/ui/use-keys";
import { ActorName } from "./actor-name";
import { CommandPalette, openPalette } from "./command-palette";
import { HelpButton } from "./help-overlay";
import { ProjectSwitch } from "./project-switch";
import { SearchButton } from "./search-button";
import { projectHref, sections } from "./sections";
import classes from "./shell.module.css";
import { StandInNote } from "./stand-in-note";
import { StorageBanner } from "./storage-banner";
import { ThemeSwitch } from "./theme-switch";
import { useCurrentProject } from "./use-current-project";

/** The frame of every page: where you are, where you can go, in whose name you act. */
export function Shell({ children }: { children: React.ReactNode }) {
  const pathname = usePathname();
  const router = useRouter();
  const { project } = useCurrentProject();
  const session = useSession();
  useKeys("Everywhere", [
    { keys: "mod+k", label: "Find a page, version or run", run: openPalette, inFields: true },
    ...(project
      ? sections.map(({ name, path, key }) => ({
          keys: key,
          label: `Go to ${name}`,
          run: () => router.push(projectHref(project, path)),
        }))
      : []),
    { keys: "g s", label: "Go to Settings", run: () => router.push("/settings") },
  ]);
  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link href="/?all" className={classes.brand} aria-label="Harness Evolution Studio, all projects">
          <svg viewBox="0 0 32 32" width="18" height="18" aria-hidden="true">
            <path
              d="M4 24l7-9 6 5 11-14"
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          Studio
        </Link>
        <ProjectSwitch />
        <nav aria-label="Main" className={classes.nav}>
          {project &&
            sections.map(({ name, path }) => {
              const address = projectHref(project, path);
              const here = path === "" ? pathname === address : pathname === address || pathname.startsWith(`${address}/`);
              return (
                <Link key={name} href={address} aria-current={here ? "page" : undefined}>
                  {name}
                </Link>
              );
            })}
          <Link href="/settings" aria-current={pathname.startsWith("/settings") ? "page" : undefined}>
            Settings
          </Link>
        </nav>
        <div className={classes.right}>
          <StandInNote />
          <SearchButton />
          {session?.signIn === "on" ? <AccountMenu session={session} /> : <ActorName />}
          <ThemeSwitch />
          <HelpButton />
        </div>
      </header>
      <StorageBanner />
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <CommandPalette />
    </div>
  );
}

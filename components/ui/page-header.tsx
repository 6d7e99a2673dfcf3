import Link from "next/link";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: React.ReactNode;
  /** The way back up, outermost first. */
  trail?: readonly { label: React.ReactNode; href: string }[];
  /** Badges, marks and hashes beside the title. */
  marks?: React.ReactNode;
  /** One line under the title. */
  detail?: React.ReactNode;
  actions?: React.ReactNode;
}

export function PageHeader({ title, trail = [], marks, detail, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        {trail.length > 0 && (
          <nav aria-label="Breadcrumb" className={classes.trail}>
            {trail.map((step) => (
              <span key={step.href}>
                <Link href={step.href}>{step.label}</Link>
                <span aria-hidden="true"> / </span>
              </span>
            ))}
          </nav>
        )}
        <div className={classes.line}>
          <h1>{title}</h1>
          {marks}
        </div>
        {detail && <div className={classes.detail}>{detail}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** A titled part of a page. */
export function Section({
  title,
  aside,
  children,
}: {
  title: React.ReactNode;
  aside?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2>{title}</h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}

"use client";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { PullRecipe } from "./pull-recipe";
import { WebhookList } from "./webhook-list";

/** How what is released comes to where it runs: clients that pull, and addresses that are told. */
export function DeliveryPage({ project }: { project: string }) {
  return (
    <>
      <PageHeader title="Releases" detail="How clients get what a channel serves, and who is told that it moved." />
      <ReleaseTabs project={project} current="delivery" />
      <PullRecipe project={project} />
      <WebhookList project={project} />
    </>
  );
}

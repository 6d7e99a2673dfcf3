"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { queries } from "@/lib/client/queries";
import classes from "./storage-banner.module.css";

/** Says on every page that the data cannot be written, and what to do; nothing where all is well. */
export function StorageBanner() {
  const { data } = useQuery({ ...queries.storage.state.queryOptions(), refetchInterval: 30_000, retry: false });
  if (!data || data.state === "ok") return null;
  return (
    <p role="alert" className={classes.banner}>
      {data.message} <Link href="/settings/storage">State of the data</Link>
    </p>
  );
}

"use client";

import { useSyncExternalStore } from "react";
import { readActor, subscribeActor, writeActor } from "./actor";

const onServer = () => "";

/** The name in which this browser writes (empty where none was given), and how to change it. */
export const useActor = (): [string, (name: string) => void] => [
  useSyncExternalStore(subscribeActor, readActor, onServer),
  writeActor,
];

"use client";
import { useEffect, useState } from "react";

/**
 * Put inside a dialog that is there only while it is open: gives the focus back to what opened it. A dialog that follows at
 * once keeps the focus it has taken.
 */
export function ReturnFocus() {
  const [opener] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  useEffect(
    () => () => {
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
  return null;
}

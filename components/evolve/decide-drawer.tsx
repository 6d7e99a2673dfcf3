"use client";

import { Drawer } from "@mantine/core";

/** The decision beside the evidence: the page behind stays readable and can be scrolled. */
export function DecideDrawer({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Decide"
      size={420}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
      shadow="md"
    >
      {children}
    </Drawer>
  );
}

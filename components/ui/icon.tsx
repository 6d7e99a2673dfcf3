const paths = {
  add: "M8 3v10M3 8h10",
  arrowLeft: "M13 8H3m4-4L3 8l4 4",
  arrowRight: "M3 8h10M9 4l4 4-4 4",
  arrowUp: "M8 13V3M4 7l4-4 4 4",
  arrowDown: "M8 3v10M4 9l4 4 4-4",
  check: "M3 8.5l3.2 3.2L13 5",
  chevronDown: "M4 6l4 4 4-4",
  chevronRight: "M6 4l4 4-4 4",
  close: "M4 4l8 8M12 4l-8 8",
  compare: "M6 3v10M10 3v10M3 6l3-3M3 10l3 3M13 6l-3-3M13 10l-3 3",
  copy: "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7",
  dot: "M8 6.4a1.6 1.6 0 100 3.2 1.6 1.6 0 000-3.2z",
  download: "M8 2.5v7M4.8 6.7L8 9.9l3.2-3.2M3 13h10",
  edit: "M3 13l.6-2.8L10.8 3l2.2 2.2-7.2 7.2z",
  error: "M8 4.5v4.2M8 11.2v.1M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8z",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  folder: "M2.5 4h4l1.3 1.5h5.7v7h-11z",
  info: "M8 7.2v4M8 4.7v.1M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8z",
  moon: "M12.8 9.6A5.3 5.3 0 016.4 3.2a5.3 5.3 0 106.4 6.4z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M5 3.2l7.5 4.8L5 12.8z",
  rollback: "M3 6.5h6.5a3.5 3.5 0 010 7H6M3 6.5l3-3M3 6.5l3 3",
  search: "M7 2.8a4.2 4.2 0 100 8.4 4.2 4.2 0 000-8.4zM10.2 10.2L13.4 13.4",
  stop: "M4 4h8v8H4z",
  sun: "M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  trash: "M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  upload: "M8 10V3M4.8 6.2L8 3l3.2 3.2M3 13h10",
  warning: "M8 2.3l6 11H2zM8 6.5v3.2M8 11.5v.1",
} as const;

export type IconName = keyof typeof paths;

/** A 16 × 16 line icon in the colour of the text; decorative unless `label` is given. */
export function Icon({ name, size = 14, label }: { name: IconName; size?: number; label?: string }) {
  const common = {
    width: size,
    height: size,
    viewBox: "0 0 16 16",
    fill: "none",
    stroke: "currentColor",
    strokeWidth: 1.4,
    strokeLinecap: "round" as const,
    strokeLinejoin: "round" as const,
    style: { flex: "none", verticalAlign: "-2px" },
  };
  if (label) {
    return (
      <svg {...common} role="img" aria-label={label}>
        <path d={paths[name]} />
      </svg>
    );
  }
  return (
    <svg {...common} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

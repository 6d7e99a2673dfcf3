"use client";
import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from "react";
import classes from "./data-table.module.css";
import { Icon } from "./icon";
import { type SortState, type SortValue, sortRows } from "./sort-rows";
import { useKeys } from "./use-keys";

export interface Column<Row> {
  id: string;
  /** An empty one is read out as the column's id. */
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  /** Pixels. A column with `grow` takes what is left and cuts long text short. */
  width?: number;
  grow?: boolean;
  /** What the table sorts by; null goes last. */
  sortBy?: (row: Row) => SortValue;
  /** Offers sorting where the caller does it (`onSort`). */
  sortable?: boolean;
  /** Wraps the cell in the link of the row. */
  link?: boolean;
  /** Explains the header on hover. */
  hint?: string;
}

/** Rows of a list too long to hold: each is asked for by its place, and is undefined until it has come. */
export interface WindowedRows<Row> {
  total: number;
  at: (index: number) => Row | undefined;
  /** The places in sight have changed; `first` is the topmost one. */
  onRange: (first: number, last: number) => void;
  /** The place to begin at. */
  start: number;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  /** All of them, or a window on those that the caller fetches; those the caller sorts. */
  rows: readonly Row[] | WindowedRows<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Where a row leads; Enter and a click go there. */
  href?: (row: Row, index: number) => string;
  /** Instead of `href`: what Enter and a click do. */
  onOpen?: (row: Row) => void;
  /** The row whose detail is open beside the table. */
  current?: string | null;
  /** Given with `onSort`, the caller sorts; otherwise the table does. */
  sort?: SortState | null;
  onSort?: (sort: SortState) => void;
  initialSort?: SortState;
  /** Keys of the ticked rows; shows tick boxes, and x ticks the row in focus. */
  selected?: ReadonlySet<string>;
  onSelect?: (keys: ReadonlySet<string>) => void;
  /** The page's main list: j and k work without focusing it first. */
  primary?: boolean;
  /** Tone of a whole row. */
  tone?: (row: Row) => "muted" | "strong" | null;
  empty?: ReactNode;
  maxHeight?: number | string;
}

const ROW_HEIGHT = 32;
const VIRTUAL_FROM = 200;

/** How many frames a row that was jumped to may take to be drawn. */
const FRAMES = 20;

const isWindowed = <Row,>(rows: DataTableProps<Row>["rows"]): rows is WindowedRows<Row> => "total" in rows;

/**
 * Dense table: sorted, walked with j and k, by pages and to its ends, opened with Enter; the header stays; beyond 200 rows only
 * what is in sight is drawn.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, href, onOpen, current, selected, onSelect, primary = false, tone, empty } = props;
  const router = useRouter();
  const container = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState<SortState | null>(props.initialSort ?? null);
  const windowed = isWindowed(props.rows) ? props.rows : null;
  const [active, setActive] = useState(windowed?.start ?? 0);
  const sort = props.onSort ? (props.sort ?? null) : ownSort;
  const sorted = useMemo(() => {
    const column = props.onSort || !sort ? undefined : columns.find((each) => each.id === sort.column);
    const rows = isWindowed(props.rows) ? [] : props.rows;
    return column?.sortBy && sort ? sortRows(rows, column.sortBy, sort.direction) : rows;
  }, [props.rows, props.onSort, columns, sort]);
  const total = windowed?.total ?? sorted.length;
  const rowAt = (index: number) => (windowed ? windowed.at(index) : sorted[index]);
  const virtual = windowed !== null || total > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => container.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    enabled: virtual,
    scrollPaddingStart: ROW_HEIGHT,
    initialRect: { width: 1000, height: 700 },
    initialOffset: (windowed?.start ?? 0) * ROW_HEIGHT,
    onChange: ({ range }) => {
      if (range) windowed?.onRange(range.startIndex, range.endIndex);
    },
  });

  const focusRow = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(next);
    if (virtual) virtualizer.scrollToIndex(next);
    const focusDrawn = (frames: number) => {
      const row = container.current?.querySelector<HTMLElement>(`tr[data-index="${next}"]`);
      if (row) row.focus();
      else if (frames > 0) requestAnimationFrame(() => focusDrawn(frames - 1));
    };
    requestAnimationFrame(() => focusDrawn(FRAMES));
  };
  const pageOfRows = () => Math.max(1, Math.floor((container.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const walk = (step: 1 | -1) => {
    const inside = document.activeElement?.closest<HTMLElement>("tr[data-index]");
    const here = inside && container.current?.contains(inside) ? Number(inside.dataset.index) : null;
    const opened = current ? sorted.findIndex((row) => rowKey(row) === current) : -1;
    if (here !== null) focusRow(here + step);
    else focusRow(opened >= 0 ? opened + step : active);
  };
  const open = (row: Row, index: number) => {
    if (onOpen) onOpen(row);
    else if (href) router.push(href(row, index));
  };
  const toggle = (row: Row) => {
    if (!selected || !onSelect) return;
    const next = new Set(selected);
    if (!next.delete(rowKey(row))) next.add(rowKey(row));
    onSelect(next);
  };
  useKeys(
    label,
    primary && total > 0
      ? [
          { keys: "j", label: "Next row", run: () => walk(1) },
          { keys: "k", label: "Row before", run: () => walk(-1) },
          ...(href || onOpen ? [{ keys: "Enter", label: "Open the row" }] : []),
          ...(onSelect ? [{ keys: "x", label: "Tick the row" }] : []),
        ]
      : [],
  );

  const onRowKey = (event: KeyboardEvent, row: Row | undefined, index: number) => {
    const onRow = event.target === event.currentTarget;
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).tagName === "INPUT") return;
    const anywhere: [string, () => void][] = [
      ["j", () => walk(1)],
      ["k", () => walk(-1)],
      ["ArrowDown", () => walk(1)],
      ["ArrowUp", () => walk(-1)],
    ];
    const onRowOnly: [string, () => void][] = [
      ["Enter", () => row && open(row, index)],
      ["x", () => row && toggle(row)],
      ["Home", () => focusRow(0)],
      ["End", () => focusRow(total)],
      ["PageDown", () => focusRow(index + pageOfRows())],
      ["PageUp", () => focusRow(index - pageOfRows())],
    ];
    const action = new Map(onRow ? [...anywhere, ...onRowOnly] : anywhere).get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };
  const onRowClick = (event: MouseEvent, row: Row, index: number) => {
    if (event.defaultPrevented || window.getSelection()?.toString()) return;
    if ((event.target as HTMLElement).closest("a, button, input, label, select, textarea")) return;
    if (event.ctrlKey || event.metaKey) {
      if (href) window.open(href(row, index), "_blank");
      return;
    }
    open(row, index);
  };
  const requestSort = (column: Column<Row>) => {
    const falling = sort?.column === column.id && sort.direction === "ascending";
    const next: SortState = { column: column.id, direction: falling ? "descending" : "ascending" };
    if (props.onSort) props.onSort(next);
    else setOwnSort(next);
  };

  if (total === 0 && empty) return empty;

  const items = virtual ? virtualizer.getVirtualItems() : null;
  const first = items?.[0]?.start ?? 0;
  const last = items ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const indices = items ? items.map((item) => item.index) : sorted.map((_, index) => index);
  const span = columns.length + (selected ? 1 : 0);

  return (
    <div ref={container} className={classes.scroll} style={props.maxHeight ? { maxHeight: props.maxHeight } : undefined}>
      <table className={classes.table} aria-label={label} aria-rowcount={total + 1} data-fixed={virtual || undefined}>
        <thead>
          <tr>
            {selected && (
              <th scope="col" className={classes.tick}>
                <span className={classes.hidden}>Ticked</span>
              </th>
            )}
            {columns.map((column) => {
              const direction = sort?.column === column.id ? sort.direction : undefined;
              return (
                <th
                  key={column.id}
                  scope="col"
                  title={column.hint}
                  data-align={column.align}
                  data-grow={column.grow || undefined}
                  style={column.width ? { width: column.width, minWidth: column.width } : undefined}
                  aria-sort={direction}
                >
                  {column.sortBy || column.sortable ? (
                    <button type="button" className={classes.sort} onClick={() => requestSort(column)}>
                      {column.header}
                      <span className={classes.arrow} data-on={direction !== undefined}>
                        <Icon name={direction === "descending" ? "arrowDown" : "arrowUp"} size={10} />
                      </span>
                    </button>
                  ) : (
                    column.header || <span className={classes.hidden}>{column.id}</span>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {first > 0 && (
            <tr>
              <td colSpan={span} style={{ height: first, padding: 0 }} />
            </tr>
          )}
          {indices.map((index) => {
            const row = rowAt(index);
            if (row === undefined) {
              if (!windowed) return null;
              return (
                <tr
                  key={index}
                  data-index={index}
                  aria-rowindex={index + 2}
                  aria-busy
                  tabIndex={index === Math.min(active, total - 1) ? 0 : -1}
                  onFocus={() => setActive(index)}
                  onKeyDown={(event) => onRowKey(event, undefined, index)}
                >
                  <td colSpan={span} className={classes.coming}>
                    …
                  </td>
                </tr>
              );
            }
            const key = rowKey(row);
            const address = href?.(row, index);
            return (
              <tr
                // A row that comes keeps the focus of its place.
                key={windowed ? index : key}
                data-index={index}
                aria-rowindex={index + 2}
                aria-current={current === key ? "true" : undefined}
                data-tone={tone?.(row) ?? undefined}
                data-opens={Boolean(address ?? onOpen) || undefined}
                tabIndex={index === Math.min(active, total - 1) ? 0 : -1}
                onFocus={() => setActive(index)}
                onKeyDown={(event) => onRowKey(event, row, index)}
                onClick={(event) => onRowClick(event, row, index)}
              >
                {selected && (
                  <td className={classes.tick}>
                    <Checkbox
                      aria-label={`Tick ${key.slice(0, 8)}`}
                      checked={selected.has(key)}
                      onChange={() => toggle(row)}
                      tabIndex={-1}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} data-align={column.align} data-grow={column.grow || undefined}>
                    {column.link && address ? (
                      <Link href={address} className={classes.link} tabIndex={-1}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
          {last > 0 && (
            <tr>
              <td colSpan={span} style={{ height: last, padding: 0 }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

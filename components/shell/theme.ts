import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const blue: MantineColorsTuple = [
  "#eaf3fc",
  "#d3e5f7",
  "#a4caee",
  "#72ade5",
  "#4a95dd",
  "#3185d9",
  "#1f7cd7",
  "#0b62b8",
  "#0a57a4",
  "#064a8d",
];

const dark: MantineColorsTuple = [
  "#e6e9ec",
  "#c9d0d6",
  "#a3adb6",
  "#8f98a1",
  "#3d454d",
  "#2b3137",
  "#1e2226",
  "#15181b",
  "#111316",
  "#0c0e10",
];

const title = { fontSize: 15, fontWeight: 600 };

/** Dense and quiet: small type, square-ish corners, no shadow but under what floats. */
export const theme = createTheme({
  primaryColor: "blue",
  primaryShade: { light: 7, dark: 7 },
  colors: { blue, dark },
  fontFamily: "var(--sans)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "18px" },
  headings: { fontWeight: "600", sizes: { h1: { fontSize: "18px" }, h2: { fontSize: "15px" }, h3: { fontSize: "14px" } } },
  defaultRadius: 4,
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    InputWrapper: { styles: { description: { fontSize: 12 }, error: { fontSize: 12 } } },
    Button: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { size: "md", variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "xs" } },
    NumberInput: { defaultProps: { size: "xs" } },
    Textarea: { defaultProps: { size: "xs" } },
    Select: { defaultProps: { size: "xs", checkIconPosition: "right" } },
    MultiSelect: { defaultProps: { size: "xs" } },
    Autocomplete: { defaultProps: { size: "xs" } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    Radio: { defaultProps: { size: "xs" } },
    FileInput: { defaultProps: { size: "xs" } },
    Modal: {
      styles: { title },
      defaultProps: { size: "lg", transitionProps: { duration: 120 }, closeButtonProps: { "aria-label": "Close" } },
    },
    Drawer: {
      styles: { title },
      defaultProps: {
        position: "right",
        size: "lg",
        transitionProps: { duration: 120 },
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Dismiss" } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, fz: 12 } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 80 } } },
  },
});

/** Quiet text keeps enough contrast in both colour schemes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--ink-faint)",
    "--mantine-color-placeholder": "#6f7882",
    "--mantine-color-error": "var(--danger)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--ink-faint)",
    "--mantine-color-placeholder": "#8f98a1",
    "--mantine-color-error": "var(--danger)",
  },
});

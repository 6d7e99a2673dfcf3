"use client";
import { Menu, Tooltip, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Icon } from "@/components/ui/icon";
import classes from "./shell.module.css";

const choices = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "As the system" },
] as const;

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mounted = useMounted();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.quiet} aria-label="Colours">
          <Tooltip label="Light or dark">
            <span>
              <Icon name={mounted && colorScheme === "dark" ? "moon" : "sun"} size={15} />
            </span>
          </Tooltip>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label }) => (
          <Menu.Item
            key={value}
            onClick={() => setColorScheme(value)}
            rightSection={mounted && colorScheme === value ? <Icon name="check" /> : null}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

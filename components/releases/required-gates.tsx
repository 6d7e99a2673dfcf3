"use client";
import { Checkbox } from "@mantine/core";
import { GateName, ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelWords } from "./channel-words";
import type { GateFields } from "./gate-fields";
import classes from "./gate-settings.module.css";
import { gateWords } from "./gate-words";

interface RequiredGatesProps {
  fields: Pick<GateFields, "required" | "secondPerson">;
  onChange: (change: Partial<Pick<GateFields, "required" | "secondPerson">>) => void;
}

/** Takes one out of a list, or puts it in at its place in `order`. */
const withOne = <Each extends string>(order: readonly Each[], list: readonly Each[], one: Each, wanted: boolean): Each[] =>
  order.filter((each) => (each === one ? wanted : list.includes(each)));

/** Channels across, gates down: what each channel demands, and where a second person lets a promotion through. */
export function RequiredGates({ fields, onChange }: RequiredGatesProps) {
  const { required, secondPerson } = fields;
  return (
    <table className={classes.matrix} aria-label="Which gates a channel demands">
      <thead>
        <tr>
          <td />
          {ReleaseChannel.options.map((channel) => (
            <th key={channel} scope="col">
              {channelWords[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GateName.options.map((gate) => (
          <tr key={gate}>
            <th scope="row">{gateWords[gate].label}</th>
            {ReleaseChannel.options.map((channel) => (
              <td key={channel}>
                <Checkbox
                  aria-label={`${channelWords[channel]} demands ${gateWords[gate].short}`}
                  checked={required[channel].includes(gate)}
                  onChange={(event) =>
                    onChange({
                      required: {
                        ...required,
                        [channel]: withOne(GateName.options, required[channel], gate, event.currentTarget.checked),
                      },
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">A second person, where public replies change</th>
          {ReleaseChannel.options.map((channel) => (
            <td key={channel}>
              <Checkbox
                aria-label={`${channelWords[channel]} needs a second person`}
                checked={secondPerson.includes(channel)}
                onChange={(event) =>
                  onChange({ secondPerson: withOne(ReleaseChannel.options, secondPerson, channel, event.currentTarget.checked) })
                }
              />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

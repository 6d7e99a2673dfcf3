import { describe, expect, it } from "vitest";
import { classOfAddress, mayConnect } from "./address-policy";

describe("the class of an address", () => {
  it.each([
    ["93.184.216.34", "public"],
    ["2606:2800:220:1::1", "public"],
    ["64:ff9b::5db8:d822", "public"],
    ["::ffff:93.184.216.34", "public"],
    ["127.0.0.1", "private"],
    ["127.9.9.9", "private"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["192.168.0.1", "private"],
    ["100.64.0.1", "private"],
    ["::1", "private"],
    ["fd12::1", "private"],
    ["fe80::1", "private"],
    ["::ffff:127.0.0.1", "private"],
    ["::ffff:7f00:1", "private"],
    ["64:ff9b::7f00:1", "private"],
    ["::10.0.0.1", "private"],
    ["169.254.169.254", "metadata"],
    ["::ffff:169.254.169.254", "metadata"],
    ["64:ff9b::a9fe:a9fe", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["fd00:ec2:0:0::254", "metadata"],
    ["fd20:ce::254", "metadata"],
    ["fd00:c1::a9fe:a9fe", "metadata"],
    ["100.100.100.200", "metadata"],
    ["168.63.129.16", "metadata"],
    ["::ffff:168.63.129.16", "metadata"],
    ["64:ff9b::6464:64c8", "metadata"],
    ["::ffff:0:a9fe:a9fe", "metadata"],
    ["::ffff:0:7f00:1", "private"],
    ["::ffff:0:10.0.0.1", "private"],
    ["::ffff:0:93.184.216.34", "public"],
    ["64:ff9b::10.0.0.1", "private"],
    ["2002:a00:1::1", "forbidden"],
    ["2002:5db8:d822::1", "forbidden"],
    ["0.0.0.0", "forbidden"],
    ["0.1.2.3", "forbidden"],
    ["::", "forbidden"],
    ["::ffff:0.0.0.0", "forbidden"],
    ["224.0.0.1", "forbidden"],
    ["255.255.255.255", "forbidden"],
    ["ff02::1", "forbidden"],
    ["2002:7f00:1::1", "forbidden"],
    ["2001:0:1::1", "forbidden"],
    ["fe80::1%eth0", "forbidden"],
    ["not-an-address", "forbidden"],
  ])("of %s is %s", (address, kind) => expect(classOfAddress(address)).toBe(kind));
});

describe("a metadata address", () => {
  it("may be called only where the service's URL names it", () => {
    expect(mayConnect("169.254.169.254", { allowPrivate: true, host: "169.254.169.254" })).toBe(true);
    expect(mayConnect("169.254.169.254", { allowPrivate: true, host: "metadata.example" })).toBe(false);
    expect(mayConnect("169.254.169.254", { allowPrivate: false, host: "169.254.169.254" })).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { RespondRequest } from "@/lib/contracts/serving";
import { firstRequest, readServedFilters, servedHref } from "./served-filters";

const from = (query: string) => readServedFilters((key) => new URLSearchParams(query).get(key));

describe("served requests in the address", () => {
  it("reads what to show and from where, and the default for what does not parse", () => {
    expect(from("show=suppressed&offset=50")).toEqual({ show: "suppressed", offset: 50 });
    expect(from("")).toEqual({ show: "all", offset: 0 });
    expect(from("show=everything&offset=-3")).toEqual({ show: "all", offset: 0 });
  });

  it("links to one of them whatever its id", () => {
    expect(servedHref("live-room", "srv_1/2")).toBe("/p/live-room/releases/served/srv_1%2F2");
  });
});

describe("firstRequest", () => {
  it("is a line whose body the API takes", () => {
    const line = firstRequest("http://127.0.0.1:3000", "live-room");
    expect(line).toMatch(/^curl -X POST http:\/\/127\.0\.0\.1:3000\/api\/respond /);
    const body = /-d '(.*)'$/.exec(line)?.[1] ?? "";
    expect(RespondRequest.parse(JSON.parse(body)).project).toBe("live-room");
  });
});

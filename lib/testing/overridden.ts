/** For promotions of tests that are about something else than the gates. */
export const OVERRIDDEN = { override: "This test is not about the gates." } as const;

import type { Bundle } from "@/lib/contracts/harness";
import { hashBundle } from "@/lib/harness/hash";

const CONFIG = `name: Bare policy
description: The policy alone, without Skills, tools, hooks or a prompt. The general-capability gate runs it on prompts in the format of IFEval, each of which reaches the policy as one user message, as it is written.
modules:
  memory: full
  planning: none
  orchestration: all
  action: react
comments: single
channels: [public, private]
requireReplySkill: false
conservativeReply: ""
limits:
  rounds: 1
  firstCallTimeoutMs: 180000
  laterCallTimeoutMs: 180000
  trajectoryTimeoutMs: 400000
  callAttempts: 2
  stopBlocks: 0
fallback:
  use: none
recovery:
  use: none
decoding:
  temperature: 0
  topP: 1
  maxTokens: 2048
  stepUpTo: 8192
`;

/**
 * The harness under which the general capability of a policy is measured, so that it is the policy's and no harness's: no
 * system message, greedy decoding, room for long answers, and nothing that shortens or replaces one. A change of it makes
 * every earlier measurement one of something else.
 */
export const BARE_BUNDLE: Bundle = { "harness.yaml": CONFIG };

/** Hash of the version that the bare bundle is. */
export const bareHash = (): string => hashBundle(BARE_BUNDLE);

export { createSandbox } from "./sandbox";

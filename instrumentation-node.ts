import { firstAdminLink } from "@/lib/server/access/first-admin";
import { signInProblem } from "@/lib/server/access/sign-in-mode";
import { startDeliveries } from "@/lib/server/delivery/start-deliveries";
import { logText } from "@/lib/server/log-text";
import { seedDemo } from "@/lib/server/seed-demo";
import { checkIntegrity } from "@/lib/server/storage/check-integrity";
import { DatabaseUnusable, getStudio, type Studio } from "@/lib/server/studio";
import { resumeAutopilots } from "@/lib/server/use-cases/autopilots";
import { endLostCredits } from "@/lib/server/use-cases/credit";
import { endLostDiagnoses } from "@/lib/server/use-cases/diagnose";
import { endLostTrials } from "@/lib/server/use-cases/trials";

/** start.mjs prints the link when it knows the address that the studio listens on. */
const announce = globalThis as typeof globalThis & { harnessStudioFirstAdmin?: string | null };

/** Goes on with what an earlier process left; where the disk takes no writes, as soon as it does. What can be read is served meanwhile. */
async function goOn(studio: Studio): Promise<void> {
  try {
    endLostDiagnoses(studio);
    endLostTrials(studio);
    endLostCredits(studio);
    resumeAutopilots(studio);
    await studio.runner.recover();
    // Without its demo the studio is still of use.
    await seedDemo(studio).catch((error: unknown) => console.error("The demo could not be loaded.", logText(error)));
  } catch (error) {
    if (!studio.storage.note(error)) throw error;
    console.error(studio.storage.state.message);
    studio.storage.whenWritable(() => void goOn(studio).catch(studio.report));
  }
}

/** Opens the studio, loads the demo where there is nothing yet, and goes on with unfinished runs; ends the process if it cannot. */
export async function startStudio(): Promise<void> {
  try {
    const problem = signInProblem();
    if (problem !== null) throw new DatabaseUnusable(problem);
    const studio = getStudio();
    announce.harnessStudioFirstAdmin = firstAdminLink(studio);
    void checkIntegrity(studio);
    startDeliveries(studio);
    await goOn(studio);
  } catch (error) {
    console.error(error instanceof DatabaseUnusable ? error.message : logText(error));
    console.error("The studio could not start.");
    process.exit(1);
  }
}

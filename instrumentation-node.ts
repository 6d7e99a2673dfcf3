import { startDeliveries } from "@/lib/server/delivery/start-deliveries";
import { logText } from "@/lib/server/log-text";
import { seedDemo } from "@/lib/server/seed-demo";
import { DatabaseUnusable, getStudio } from "@/lib/server/studio";
import { resumeAutopilots } from "@/lib/server/use-cases/autopilots";
import { endLostCredits } from "@/lib/server/use-cases/credit";
import { endLostDiagnoses } from "@/lib/server/use-cases/diagnose";
import { endLostTrials } from "@/lib/server/use-cases/trials";

/** Opens the studio, loads the demo where there is nothing yet, and goes on with unfinished runs; ends the process if it cannot. */
export async function startStudio(): Promise<void> {
  try {
    const studio = getStudio();
    endLostDiagnoses(studio);
    endLostTrials(studio);
    endLostCredits(studio);
    resumeAutopilots(studio);
    startDeliveries(studio);
    await studio.runner.recover();
    // Without its demo the studio is still of use.
    await seedDemo(studio).catch((error: unknown) => console.error("The demo could not be loaded.", logText(error)));
  } catch (error) {
    console.error(error instanceof DatabaseUnusable ? error.message : logText(error));
    console.error("The studio could not start.");
    process.exit(1);
  }
}

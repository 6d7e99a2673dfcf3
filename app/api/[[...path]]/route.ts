import { handleApi } from "@/lib/server/http";
import { getStudio } from "@/lib/server/studio";

export const dynamic = "force-dynamic";

const handle = (request: Request): Promise<Response> => handleApi(request, getStudio());

export { handle as DELETE, handle as GET, handle as HEAD, handle as POST, handle as PUT };

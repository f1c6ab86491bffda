// The page of a swapped match, which asks for its tables every few seconds.
import { listenToFailedRequests } from "../site/failed_requests.js";
import { showReason } from "../site/toast.js";

listenToFailedRequests(showReason);

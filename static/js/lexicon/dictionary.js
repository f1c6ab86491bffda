// The page of a dictionary: says why a word could not be looked up.
import { listenToFailedRequests } from "../site/failed_requests.js";
import { showReason } from "../site/toast.js";

listenToFailedRequests(showReason);

// The chat on a club's page, for its members.
import { Conversation } from "../chat/conversation.js";
import { find } from "../room/page.js";

const chat = find("#chat");
if (chat) new Conversation(chat).listen();

// The form for a new event: fields follow the game, and a refusal takes the focus.
import "../lobby/form_choices.js";
import { focusError } from "../lobby/refusal.js";

focusError(/** @type {HTMLFormElement} */ (document.querySelector(".event-form")));

/** What the page's scripts find on window besides the DOM: htmx 2 as far as they use it. */
interface HtmxRequest {
  source?: string | Element;
  target?: string | Element;
  swap?: string;
  selectOOB?: string;
  values?: Record<string, string>;
}
interface Htmx {
  config: Record<string, unknown>;
  createWebSocket: (url: string) => WebSocket;
  ajax(method: string, url: string, context: HtmxRequest): Promise<void>;
  process(element: Element): void;
  trigger(element: string | Element, event: string): void;
}
declare const htmx: Htmx;

interface HtmxAnswerDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  requestConfig: { elt: HTMLElement; parameters: Record<string, string>; triggeringEvent?: Event };
  shouldSwap: boolean;
  serverResponse: string;
}
type HtmxAnswer = CustomEvent<HtmxAnswerDetail>;
type HtmxPart = CustomEvent<{ target: Element; fragment: DocumentFragment }>;

interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean };
  readonly wakeLock?: { request(type: "screen"): Promise<unknown> };
}
interface SocketWrapper {
  send(message: string): void;
  reconnect(): void;
}
interface HTMLElementEventMap {
  "htmx:beforeSwap": HtmxAnswer;
  "htmx:beforeOnLoad": HtmxAnswer;
  "htmx:afterRequest": HtmxAnswer;
  "htmx:wsBeforeMessage": CustomEvent<{ message: string; socketWrapper: SocketWrapper }>;
  "htmx:wsAfterMessage": CustomEvent<{ message: string; socketWrapper: SocketWrapper }>;
  "htmx:wsOpen": CustomEvent<{ event: Event; socketWrapper: SocketWrapper }>;
  "htmx:wsClose": CustomEvent<{ event: CloseEvent; socketWrapper: SocketWrapper }>;
}
interface DocumentEventMap {
  "htmx:beforeSwap": HtmxAnswer;
  "htmx:afterSwap": HtmxAnswer;
  "htmx:afterSettle": HtmxAnswer;
  "htmx:responseError": HtmxAnswer;
  "htmx:sendError": HtmxAnswer;
  "htmx:timeout": HtmxAnswer;
  "htmx:oobBeforeSwap": HtmxPart;
  "htmx:wsAfterMessage": Event;
  "gameevent": CustomEvent<import("../../../static/js/notifications/alerts.js").GameEvent>;
}

/** What the service worker is to keep; written before its script by the server. */
declare const SHELL: { version: string; page: string; files: string[]; icon: string };

/** What the page's scripts find on window besides the DOM: htmx 2 as far as they use it. */
interface Htmx {
  config: Record<string, unknown>;
  process(element: Element): void;
  createWebSocket: (url: string) => WebSocket;
  ajax(verb: string, url: string, context: { target: string; swap: string; values: Record<string, string> }): void;
}
declare const htmx: Htmx;

interface SocketWrapper {
  send(message: string): void;
  reconnect(): void;
}
interface HTMLElementEventMap {
  "htmx:wsBeforeMessage": CustomEvent<{ message: string; socketWrapper: SocketWrapper }>;
  "htmx:wsOpen": CustomEvent<{ event: Event; socketWrapper: SocketWrapper }>;
  "htmx:wsClose": CustomEvent<{ event: CloseEvent; socketWrapper: SocketWrapper }>;
}

/** What an operator does, as the operators' guide has it. */
export interface OperatorTask {
  /** The symptom, the question or the plan with which it begins. */
  occasion: string;
  /**
   * Lines and scripts of shell, and requests as `METHOD /path` with the parameters of the OpenAPI document. They are given in this
   * order; a task without one is a decision or work at another system.
   */
  commands: string[];
  /** The files that play its commands, or what they lead to where they need an account. */
  playedBy: string[];
}

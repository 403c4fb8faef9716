export const signalNames = [
  'request',
  'contact',
  'numbers',
  'elsewhere',
  'excuse',
  'story',
  'occupation',
  'money',
  'costs',
  'fee',
  'trade',
  'gain',
  'invitation',
  'gift',
  'plea',
  'trouble',
  'endearment',
  'lure',
  'threat',
  'code',
  'sign',
  'task',
  'often',
  'business',
  'shared',
  'doubt',
  'invited',
] as const
export type SignalName = (typeof signalNames)[number]

/** Separated by commas. */
export type SignalWords = Record<SignalName, string>

export function listIn(text: string): string[] {
  const seen = new Map(text.split(/[,\n]/).map((each) => [each.trim().toLocaleLowerCase(), each.trim()]))
  return [...seen.values()].filter(Boolean)
}

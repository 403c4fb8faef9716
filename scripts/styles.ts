import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

// How the web is styled: the theme in tokens.css, Tailwind's utilities in className, and a CSS module next to each kit
// component that needs more. A class outside of a module is global, and only the kit may declare one.

type Files = ReadonlyMap<string, string>

const isStyles = (file: string) => file.endsWith('.css')
const isModule = (file: string) => file.endsWith('.module.css')
const classesIn = (text: string): string[] =>
  [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => name ?? [])
const unique = <T>(those: readonly T[]): T[] => [...new Set(those)]

/** The text before each brace: selectors, and Tailwind's `@utility name`. */
const preludes = (css: string): string[] =>
  [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)].flatMap(([, prelude]) => prelude?.trim() ?? [])

/** The classes that a file declares globally, and those of its module. */
function declared(file: string, css: string): { everywhere: string[]; here: string[] } {
  const utilities = preludes(css).flatMap((each) => /^@utility\s+([\w-]+)/.exec(each)?.[1] ?? [])
  const selectors = preludes(css)
    .filter((each) => !each.startsWith('@'))
    .join(' ')
  const released = [...selectors.matchAll(/:global\(([^)]*)\)/g)].flatMap(([, inside = '']) => classesIn(inside))
  const own = classesIn(selectors.replaceAll(/:global\([^)]*\)/g, ''))
  return isModule(file)
    ? { everywhere: unique([...released, ...utilities]), here: unique(own) }
    : { everywhere: unique([...own, ...released, ...utilities]), here: [] }
}

/** The name under which a source imports a module, if it does. */
function importedAs(source: string, from: string, module: string): string | undefined {
  const imports = [...source.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)]
  return imports.find(([, , path = '']) => relative('.', join(dirname(from), path)) === module)?.[1]
}

/** A module's class is used by name, or by a name written elsewhere in the source and looked up. */
function usesModuleClass(source: string, styles: string, name: string): boolean {
  if (new RegExp(String.raw`\b${styles}(\.${name}\b|\['${name}'\])`).test(source)) return true
  const looksUp = new RegExp(String.raw`\b${styles}\[[^'\]]`).test(source)
  return looksUp && new RegExp(String.raw`'${name}'|\b${name}:`).test(source)
}

const usesClass = (source: string, name: string): boolean =>
  [...source.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)].some(([, double, single, template]) =>
    (double ?? single ?? template ?? '').split(/[\s${}'"?:]+/).includes(name),
  )

/** Violations of the styling rules, as sentences. */
export function styleProblems(files: Files): string[] {
  const styles = [...files].filter(([file]) => isStyles(file))
  const sources = [...files].filter(([file]) => !isStyles(file))
  const problems: string[] = []
  const places = new Map<string, string[]>()
  for (const [file, css] of styles) {
    const { everywhere, here } = declared(file, css)
    for (const name of everywhere) places.set(name, [...(places.get(name) ?? []), file])
    const importers = sources.flatMap(([from, source]) => {
      const known = isModule(file) ? importedAs(source, from, file) : undefined
      return known ? [{ source, known }] : []
    })
    for (const name of here)
      if (!importers.some(({ source, known }) => usesModuleClass(source, known, name)))
        problems.push(`${file}: nobody uses .${name}`)
  }
  for (const [name, where] of places) {
    for (const file of where)
      if (!file.startsWith('web/src/ui/')) problems.push(`${file}: .${name} is everybody's, outside the kit`)
    if (where.length > 1) problems.push(`.${name} is declared in ${where.join(' and ')}`)
    if (!sources.some(([, source]) => usesClass(source, name))) problems.push(`${where[0]}: nobody uses .${name}`)
  }
  const modules = styles.map(([file]) => basename(file)).filter(isModule)
  // A page prefixes each class with its module.
  for (const name of unique(modules.filter((each, at) => modules.indexOf(each) !== at)))
    problems.push(`two modules are called ${name}`)
  return problems
}

export const styleFiles = (): Map<string, string> =>
  new Map(
    globSync('web/src/**/*.{css,ts,tsx}', { exclude: (path) => path.endsWith('.test.ts') }).map((file) => [
      file,
      readFileSync(file, 'utf8'),
    ]),
  )

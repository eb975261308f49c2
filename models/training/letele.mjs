// Writes the cards of @letele/playing-cards (React components) as SVG files: node letele.mjs NODE_MODULES TARGET
import fs from 'fs'
import path from 'path'
import { createRequire } from 'module'
import { pathToFileURL } from 'url'

const [modules, target] = process.argv.slice(2).map((p) => path.resolve(p))
const require = createRequire(modules + '/')
const React = require('react')
const { renderToStaticMarkup } = require('react-dom/server')

// its one import is not a path that Node resolves
const source = fs.readFileSync(`${modules}/@letele/playing-cards/dist/index.esm.js`, 'utf8')
  .replace('@babel/runtime/helpers/extends', `${modules}/@babel/runtime/helpers/esm/extends.js`)
const copy = `${modules}/letele-cards.mjs`
fs.writeFileSync(copy, source)
const cards = await import(pathToFileURL(copy))
fs.mkdirSync(target, { recursive: true })
for (const name of Object.keys(cards)) {
  const svg = React.createElement(cards[name], { xmlns: 'http://www.w3.org/2000/svg', xmlnsXlink: 'http://www.w3.org/1999/xlink' })
  fs.writeFileSync(`${target}/${name}.svg`, renderToStaticMarkup(svg))
}

import { type Element, isCDATA, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'

export const childrenOf = (element: Element) => element.children.filter(isTag)
export const textOf = (element: Element) =>
  element.children
    .filter((one) => isText(one) || isCDATA(one))
    .map((one) =>
      isText(one)
        ? one.data
        : one.children
            .filter(isText)
            .map(({ data }) => data)
            .join(''),
    )
    .join('')
    .trim()
export const attributeOf = ({ attribs }: Element, name: string): string | undefined => attribs[name]

/** The root of a document. */
export const treeOf = (text: string) => parseDocument(text, { xmlMode: true }).children.find(isTag)!

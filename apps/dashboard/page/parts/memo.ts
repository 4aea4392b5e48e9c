import { Component, type ComponentType, type FunctionComponent, h } from 'preact'

/** A component that is drawn again only when one of its properties is another. */
export function memo<Props extends object>(drawn: FunctionComponent<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = new Set([...Object.keys(next), ...Object.keys(this.props)])
      return [...names].some(
        (name) => next[name as keyof Props] !== (this.props as Readonly<Props>)[name as keyof Props],
      )
    }

    override render() {
      return h(drawn, this.props as Props)
    }
  }
}

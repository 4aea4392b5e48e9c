/**
 * Tables, trees and sentences about Kubernetes objects: no terminal, no DOM.
 */

export {}

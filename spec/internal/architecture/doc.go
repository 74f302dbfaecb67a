// Package architecture checks that the house is built as planned: which top-level rooms there are, which package may
// import which, that the kernels touch no clock, file or network, and that they build for a browser and for other
// systems. It holds tests only.
package architecture

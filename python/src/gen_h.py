import sys
for name, func in [a.split(':') for a in sys.argv[1:]]:
    g=f"COLLISION2D_PYTHON_SRC_{name.upper()}_H_"
    open(name+'.h','w').write(f'''#ifndef {g}
#define {g}

#include <pybind11/pybind11.h>

namespace collision2d::python {{

void {func}(pybind11::module_& module);

}}  // namespace collision2d::python

#endif  // {g}
''')
